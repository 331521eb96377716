/** What is measured and logged of a request. */
export interface AnsweredRequest {
  method: string;
  /** The pattern of its path, never the path itself: paths may hold codes, and there are any number of them. */
  route: string;
  status: number;
  /** As in `X-Cache`; undefined where no cache was used. */
  cache: string | undefined;
  durationMs: number;
  /** The error code of a refusal, and the account that was refused. */
  problem?: string;
  user?: number;
}
