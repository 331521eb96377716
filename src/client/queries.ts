import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Call, Reply } from '#src/calls/call.ts';
import { type CallInput, callApi } from './api.ts';
import type { ApiError } from './api-error.ts';
import { useSession } from './session.ts';

/** Cache of fetched data, garbage-collected one minute after its last use. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 60_000,
      networkMode: 'offlineFirst', // offline, the service worker may respond
      staleTime: 0, // refetched on mount, on focus and on reconnect
      retry: (failures, error) => failures < 2 && isRetryable(error as ApiError), // the error type of callApi
    },
  },
});
queryClient.mount(); // watches the window's focus and the connection, which a QueryClientProvider would do

// No retry after a 4xx answer, a timeout, or without a network.
const isRetryable = ({ kind, status }: ApiError) => kind === 'fetch' || kind === 'parsing' || status >= 500;

/** Queries a GET call. Disabled until the stored session has been read, and unless `wanted`. */
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

/** Invalidates the cached results of a call, so that the pages that show them refetch. */
export const refetch = (call: Call): Promise<void> => queryClient.invalidateQueries({ queryKey: [call.path] });
