import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '#src/client/api.ts';
import type { ApiError } from '#src/client/api-error.ts';
import { queryClient } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import type { MediaKind } from '#src/news/schema/columns.rules.ts';
import { type MediaItem, mediaCalls } from '../media.contract.ts';

export interface MediaFilterValues {
  kind: MediaKind;
  q?: string | undefined;
  lacks?: 'alt' | 'credit' | undefined;
  unused?: 'true' | undefined;
}

// Signed addresses are valid for 15 minutes.
const refetchMs = 10 * 60_000;

/** The library page by page. `refetch(mediaCalls.list)` loads all pages again. */
export function useMediaList(filter: MediaFilterValues, wanted: boolean) {
  const ready = useSession((session) => session.ready);
  const token = useSession((session) => session.user.token);
  const list = useInfiniteQuery<{ items: MediaItem[]; next: string | null }, ApiError>(
    {
      queryKey: [mediaCalls.list.path, filter, token],
      queryFn: ({ pageParam, signal }) =>
        callApi(mediaCalls.list, { query: { ...filter, cursor: pageParam as string | undefined }, signal }), // as returned below
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      enabled: ready && wanted,
      refetchInterval: refetchMs,
    },
    queryClient,
  );
  return { ...list, items: list.data?.pages.flatMap(({ items }) => items) };
}
