import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { accountsCalls } from '../accounts.contract.ts';
import { getAdminProfile, getOwnUser, loginAdmin, loginUser, logout } from './accounts.service.ts';
import type { Tokens } from './tokens.ts';

export function accountsRoutes(app: FastifyInstance, tokens: Tokens): void {
  serve(app, accountsCalls.userLogin, ({ ctx, body, request }) =>
    loginUser(ctx, tokens, { ...body, ...origin(request) }),
  );
  serve(app, accountsCalls.adminLogin, ({ ctx, body, request }) =>
    loginAdmin(ctx, tokens, { ...body, ...origin(request) }),
  );
  serve(app, accountsCalls.verifyToken, async ({ ctx }) => ({ valid: true as const, user: await getOwnUser(ctx) }));
  serve(app, accountsCalls.adminProfile, ({ ctx, params }) => getAdminProfile(ctx, params.id));
  serve(app, accountsCalls.logout, async ({ ctx }) => {
    await logout(ctx);
    return { message: ctx.text('accounts.loggedOut') };
  });
}

const origin = ({ headers, ip }: FastifyRequest) => ({ device: headers['user-agent'] ?? '', address: ip });
