import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { lettersCalls } from '../letters.contract.ts';
import { confirmSentLetter, getStoryLetters, sendLetter } from './letters.service.ts';
import { decideLetter, getLetters, getPickedMarkdown, markPrinted, pickLetter } from './moderation.service.ts';

export function lettersRoutes(app: FastifyInstance): void {
  serve(app, lettersCalls.ofStory, async ({ ctx, params, query }) => {
    const { letters, more, open } = await getStoryLetters(ctx, params.id, query);
    return { letters, more, open };
  });
  serve(app, lettersCalls.send, async ({ ctx, params, body }) => {
    const state = await sendLetter(ctx, params.id, body);
    return { message: ctx.text(state === 'waiting' ? 'letters.received' : 'letters.confirmFirst'), state };
  });
  serve(app, lettersCalls.confirm, async ({ ctx, body }) => {
    await confirmSentLetter(ctx, body.token);
    return { message: ctx.text('letters.confirmed') };
  });
  serve(app, lettersCalls.list, ({ ctx, query }) => getLetters(ctx, query));
  serve(app, lettersCalls.decide, ({ ctx, params, body: { version, state, reason, ...texts } }) =>
    decideLetter(ctx, params.id, { version, state, reason, texts }),
  );
  serve(app, lettersCalls.pick, ({ ctx, params, body }) => pickLetter(ctx, params.id, body.picked));
  serve(app, lettersCalls.markPrinted, async ({ ctx, body }) => ({
    message: ctx.text('moderation.markedPrinted', { count: await markPrinted(ctx, body.ids) }),
  }));
  serve(app, lettersCalls.forPrint, async ({ ctx, reply }) => {
    reply.type('text/markdown; charset=utf-8').header('content-disposition', 'attachment; filename="letters.md"');
    return reply.send(await getPickedMarkdown(ctx));
  });
}
