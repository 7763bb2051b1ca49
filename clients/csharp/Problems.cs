using System;
using System.Collections.Generic;
using System.Linq;
using Newtonsoft.Json;
using Portes.Referee.Model;

namespace Portes.Referee.Client
{
    /// <summary>Reads the problem document out of the exception that every generated method throws.</summary>
    public static class Problems
    {
        /// <summary>
        /// What the service says is wrong; null where something else has answered, such as a proxy, or
        /// nothing has at all.
        /// </summary>
        public static Problem Of(ApiException failure)
        {
            IList<string> types;
            if (failure.Headers == null || !failure.Headers.TryGetValue("Content-Type", out types))
            {
                return null;
            }
            string media = types.First().Split(';')[0].Trim();
            if (!media.Equals("application/problem+json", StringComparison.OrdinalIgnoreCase))
            {
                return null;
            }
            try
            {
                return JsonConvert.DeserializeObject<Problem>((string)failure.ErrorContent, new ApiClient().SerializerSettings);
            }
            catch (JsonException)
            {
                return null;
            }
        }
    }
}
