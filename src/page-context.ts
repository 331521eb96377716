import { createContext, data, type LoaderFunctionArgs } from 'react-router';
import type { Context } from './platform/context.ts';
import { AppError, statusOf } from './platform/errors.ts';

/** How a page's loader reaches the services: always as a visitor, so that every reader may get the same page. */
export const pageContext = createContext<Context>();

/** What an error page knows: the status and, for a failure that readers may hear of, its sentence. */
export interface PageProblem {
  code: string;
  sentence: string;
}

/** A loader that makes one service call and turns its failures into a page with the right status. */
export function pageLoader<T>(load: (ctx: Context, args: LoaderFunctionArgs) => Promise<T>) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    const ctx = args.context.get(pageContext);
    try {
      return await load(ctx, args);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { key, params } = error.text;
      const problem: PageProblem = { code: error.code, sentence: ctx.text(key, params) };
      throw data(problem, { status: statusOf[error.code] });
    }
  };
}
