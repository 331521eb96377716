import type { FastifyInstance } from 'fastify';
import {
  getAllEvents,
  getMyEvents,
  recordForbiddenCall,
} from '#src/accounts/security-events/server/security-events.service.ts';
import { passkeyCalls } from '#src/accounts/users/passkeys.contract.ts';
import { securityCalls } from '#src/accounts/users/security.contract.ts';
import { getMyUser } from '#src/accounts/users/server/my-user.service.ts';
import { sessionCalls, twoStepCalls } from '#src/accounts/users/sessions.contract.ts';
import { serve } from '#src/platform/http/serve.ts';
import { loginAdmin, loginByPasskey, loginUser } from './login.service.ts';
import { addPasskey, beginPasskey, beginPasskeyLogin, removeMyPasskey, renameMyPasskey } from './passkeys.service.ts';
import { reauthenticate } from './reauthentication.service.ts';
import { endMySession, endOtherSessions, getSessions, logout } from './sessions.service.ts';
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  getTwoStep,
  renewRecoveryCodes,
  resetTwoStep,
} from './two-step.service.ts';

/** Routes of logins, sessions, the second step and the security log. */
export function sessionsRoutes(app: FastifyInstance): void {
  serve(app, sessionCalls.userLogin, ({ ctx, body }) => loginUser(ctx, body));
  serve(app, sessionCalls.adminLogin, ({ ctx, body }) => loginAdmin(ctx, body));
  serve(app, sessionCalls.passkeyLogin, ({ ctx, body }) => loginByPasskey(ctx, body));
  serve(app, sessionCalls.verifyToken, async ({ ctx }) => ({ valid: true as const, user: await getMyUser(ctx) }));
  serve(app, sessionCalls.logout, async ({ ctx }) => {
    await logout(ctx);
    return { message: ctx.text('accounts.loggedOut') };
  });
  serve(app, sessionCalls.sessions, ({ ctx }) => getSessions(ctx));
  serve(app, sessionCalls.endSession, async ({ ctx, params }) => {
    await endMySession(ctx, params.id);
    return { message: ctx.text('accounts.sessionEnded') };
  });
  serve(app, sessionCalls.endOthers, async ({ ctx }) => {
    await endOtherSessions(ctx);
    return { message: ctx.text('accounts.sessionsEnded') };
  });
  serve(app, sessionCalls.confirmPassword, async ({ ctx, body: { password, ...second } }) => {
    await reauthenticate(ctx, password, second);
    return { message: ctx.text('accounts.passwordConfirmed') };
  });
  secondStepRoutes(app);
  serve(app, securityCalls.mine, ({ ctx, query }) => getMyEvents(ctx, query.before));
  serve(app, securityCalls.all, ({ ctx, query }) => getAllEvents(ctx, query));
  // Runs before the response is sent, so that a forbidden call is in the log before the client has the response.
  app.addHook('onSend', async ({ ctx, problem, routeOptions: { config } }) => {
    // A validation error, such as a mistyped password, is no attempt at something forbidden.
    if (problem?.code === 'forbidden' && !problem.details.fields && config.call)
      await recordForbiddenCall(ctx, config.call);
  });
}

function secondStepRoutes(app: FastifyInstance) {
  serve(app, twoStepCalls.state, ({ ctx }) => getTwoStep(ctx));
  serve(app, twoStepCalls.begin, ({ ctx }) => beginTwoStep(ctx));
  serve(app, twoStepCalls.confirm, async ({ ctx, body }) => {
    const codes = await confirmTwoStep(ctx, body.code);
    return { message: ctx.text('accounts.twoStepOn'), recovery_codes: codes };
  });
  serve(app, twoStepCalls.end, async ({ ctx }) => {
    await endTwoStep(ctx);
    return { message: ctx.text('accounts.twoStepOff') };
  });
  serve(app, twoStepCalls.recoveryCodes, async ({ ctx }) => ({ recovery_codes: await renewRecoveryCodes(ctx) }));
  serve(app, twoStepCalls.reset, async ({ ctx, params }) => {
    await resetTwoStep(ctx, params.id);
    return { message: ctx.text('accounts.twoStepWasReset') };
  });
  serve(app, passkeyCalls.begin, ({ ctx }) => beginPasskey(ctx));
  serve(app, passkeyCalls.add, async ({ ctx, body: { name, passkey } }) => {
    const codes = await addPasskey(ctx, name, passkey);
    return { message: ctx.text('accounts.passkeyAdded'), recovery_codes: codes };
  });
  serve(app, passkeyCalls.rename, async ({ ctx, params, body }) => {
    await renameMyPasskey(ctx, params.id, body.name);
    return { message: ctx.text('accounts.passkeyRenamed') };
  });
  serve(app, passkeyCalls.remove, async ({ ctx, params }) => {
    await removeMyPasskey(ctx, params.id);
    return { message: ctx.text('accounts.passkeyRemoved') };
  });
  serve(app, passkeyCalls.loginOptions, ({ ctx }) => beginPasskeyLogin(ctx));
}
