// What the generated code needs of Polly to compile where the package cannot be had. Nothing here
// runs: requests are retried only where a policy is set.
using System;
using System.Threading.Tasks;

namespace Polly
{
    public enum OutcomeType
    {
        Successful,
        Failure,
    }

    public interface ISyncPolicy<T>
    {
    }

    public interface IAsyncPolicy<T>
    {
        Task<PolicyResult<T>> ExecuteAndCaptureAsync(Func<Task<T>> action);
    }

    public abstract class PolicyResult<T>
    {
        public abstract OutcomeType Outcome { get; }

        public abstract T Result { get; }

        public abstract Exception FinalException { get; }
    }
}
