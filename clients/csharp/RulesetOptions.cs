using System;
using Newtonsoft.Json;

namespace Portes.Referee.Model
{
    /// <summary>
    /// Null says "no limit" and absent "as the ruleset has it". What is generated would lose the difference
    /// when it reads options, as those of a game state that goes back to the service as it came.
    /// </summary>
    [JsonConverter(typeof(KeepsNull))]
    public partial class RulesetOptions
    {
        private sealed class KeepsNull : JsonConverter
        {
            public override bool CanWrite
            {
                get { return false; }
            }

            public override bool CanConvert(Type type)
            {
                return type == typeof(RulesetOptions);
            }

            public override object ReadJson(JsonReader reader, Type type, object existing, JsonSerializer serializer)
            {
                if (reader.TokenType == JsonToken.Null)
                {
                    return null;
                }
                RulesetOptions options = new RulesetOptions();
                // Through the properties, which note what was set; the constructor does not note null.
                serializer.Populate(reader, options);
                return options;
            }

            public override void WriteJson(JsonWriter writer, object value, JsonSerializer serializer)
            {
                throw new NotSupportedException();
            }
        }
    }
}
