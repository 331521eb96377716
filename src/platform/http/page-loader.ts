import { createContext, data, type LoaderFunctionArgs } from 'react-router';
import type { Context } from '../context.ts';
import { databaseAway } from '../database/database-away.ts';
import { AppError, statusOf } from '../errors.ts';

/** The context of a page's loader: always a visitor's, so that all readers can share the page. */
export const pageContext = createContext<Context>();

/** The data of an error page: the error's code, its translated message, and what else the error carries. */
export interface PageProblem {
  code: string;
  sentence: string;
  [member: string]: unknown;
}

/** Wraps a page's loader and turns `AppError`s into an error page with the right status. */
export function pageLoader<T>(load: (ctx: Context, args: LoaderFunctionArgs) => Promise<T>) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    const ctx = args.context.get(pageContext);
    try {
      return await load(ctx, args);
    } catch (error) {
      const known = error instanceof AppError ? error : databaseAway(error);
      if (!known) throw error;
      if (statusOf[known.code] >= 500) ctx.log.error({ err: error }, 'page failed');
      const { key, params } = known.text;
      const problem: PageProblem = { ...known.details.extra, code: known.code, sentence: ctx.text(key, params) };
      throw data(problem, { status: statusOf[known.code] });
    }
  };
}
