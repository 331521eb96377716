import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Call, Reply } from '#src/calls/call.ts';
import { type CallInput, callApi } from './api.ts';
import type { ApiError } from './api-error.ts';
import { useSession } from './session.ts';

/** What pages have fetched, kept for a minute after the last of them closed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 60_000,
      networkMode: 'offlineFirst', // what a device keeps answers without a network
      staleTime: 0, // asked again when a page opens, gets the focus or its connection back
      retry: (failures, error) => failures < 2 && mayHelp(error as ApiError), // what callApi throws
    },
  },
});
queryClient.mount(); // watches the window's focus and the connection; there is no provider that would do it

// No retry after a 4xx answer, a timeout, or without a network.
const mayHelp = ({ kind, status }: ApiError) => kind === 'fetch' || kind === 'parsing' || status >= 500;

/** The answer to a GET call for this page, as one of loading, failed or there. Waits for the stored session, and while it is not `wanted`. */
export function useCall<C extends Call>(
  call: C,
  input: Omit<CallInput, 'signal'> = {},
  wanted = true,
): UseQueryResult<Reply<C>, ApiError> {
  const ready = useSession((session) => session.ready);
  const token = useSession((session) => session.user.token);
  return useQuery<Reply<C>, ApiError>(
    {
      queryKey: [call.path, input.params, input.query, token],
      queryFn: ({ signal }) => callApi(call, { ...input, signal }),
      enabled: ready && wanted,
    },
    queryClient,
  );
}

/** Marks what a call has answered as old, so that pages that show it ask again. */
export const refetch = (call: Call): Promise<void> => queryClient.invalidateQueries({ queryKey: [call.path] });
