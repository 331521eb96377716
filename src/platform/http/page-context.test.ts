import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '../context.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { pageContext, pageLoader } from './page-loader.ts';

test.each<[ErrorCode, number]>([
  ['forbidden', 403],
  ['not_found', 404],
  ['gone', 410],
  ['too_many_requests', 429],
])('a page whose service throws %s has the status %i and a message in the page’s language', async (code, status) => {
  const context = new RouterContextProvider();
  context.set(pageContext, { text: translator('hi') } as Context);
  const load = pageLoader(async () => {
    throw new AppError(code, 'errors.notFound');
  });
  await expect(load({ context } as unknown as LoaderFunctionArgs)).rejects.toMatchObject({
    data: { code, sentence: translator('hi')('errors.notFound') },
    init: { status },
  });
});
