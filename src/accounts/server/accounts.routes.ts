import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { peopleCalls } from '../people.contract.ts';
import { profileCalls } from '../profile.contract.ts';
import { cancelEmailChange, confirmEmail, resendConfirmation, takeEmailBack } from './email.service.ts';
import { askGuardian, getGuardianRequest, giveConsent } from './guardian.service.ts';
import { collectOwnData, deleteOwnAccount, type PersonalData } from './own-data.service.ts';
import { changePassword, forgotPassword, resetPassword } from './passwords.service.ts';
import { disablePerson, enablePerson, getActs, getPeople, setRole } from './people.service.ts';
import { changeProfile, getAdminProfile, getOwnPerson, register } from './profile.service.ts';
import { sessionsRoutes } from './sessions.routes.ts';
import type { Tokens } from './tokens.ts';

export function accountsRoutes(app: FastifyInstance, tokens: Tokens, personalData: PersonalData[]): void {
  sessionsRoutes(app, tokens);
  profileRoutes(app, personalData);
  serve(app, peopleCalls.list, ({ ctx, query }) => getPeople(ctx, query));
  serve(app, peopleCalls.setRole, ({ ctx, params, body }) => setRole(ctx, params.id, body.role));
  serve(app, peopleCalls.disable, ({ ctx, params }) => disablePerson(ctx, params.id));
  serve(app, peopleCalls.enable, ({ ctx, params }) => enablePerson(ctx, params.id));
  serve(app, peopleCalls.acts, ({ ctx, query }) => getActs(ctx, query));
}

function profileRoutes(app: FastifyInstance, personalData: PersonalData[]) {
  serve(app, profileCalls.register, async ({ ctx, body }) => {
    const { name = '', dob = '', email = '', mobile = '', password = '', confirm_password = '', ...rest } = body;
    await register(ctx, { name, dob, email, mobile, password, confirm_password, ...rest });
    return { message: ctx.text('accounts.registered') };
  });
  serve(app, profileCalls.me, ({ ctx }) => getOwnPerson(ctx));
  serve(app, profileCalls.adminProfile, ({ ctx, params }) => getAdminProfile(ctx, params.id));
  serve(app, profileCalls.update, async ({ ctx, body }) => ({
    user: await changeProfile(ctx, body, ctx.actor.role === 'reader'),
    message: ctx.text('accounts.profileUpdated'),
  }));
  serve(app, profileCalls.updateAdmin, async ({ ctx, body }) => ({
    user: await changeProfile(ctx, body, false),
    message: ctx.text('accounts.profileUpdated'),
  }));
  serve(app, profileCalls.changePassword, async ({ ctx, body }) => {
    await changePassword(ctx, body.current_password, body.new_password);
    return { message: ctx.text('accounts.passwordChanged') };
  });
  serve(app, profileCalls.forgot, async ({ ctx, body }) => {
    await forgotPassword(ctx, body.email);
    return { message: ctx.text('accounts.resetMailed') };
  });
  serve(app, profileCalls.reset, async ({ ctx, body }) => {
    await resetPassword(ctx, body.token, body.password);
    return { message: ctx.text('accounts.passwordChanged') };
  });
  serve(app, profileCalls.takeEmailBack, async ({ ctx, body }) => {
    const resetToken = await takeEmailBack(ctx, body.token);
    return { message: ctx.text('accounts.emailTakenBack'), reset_token: resetToken };
  });
  serve(app, profileCalls.confirmEmail, async ({ ctx, body }) => ({
    user: await confirmEmail(ctx, body.token),
    message: ctx.text('accounts.emailConfirmed'),
  }));
  serve(app, profileCalls.resendConfirmation, async ({ ctx }) => {
    await resendConfirmation(ctx);
    return { message: ctx.text('accounts.linkSentAgain') };
  });
  serve(app, profileCalls.cancelEmailChange, async ({ ctx }) => ({
    user: await cancelEmailChange(ctx),
    message: ctx.text('accounts.emailChangeCancelled'),
  }));
  serve(app, profileCalls.askGuardian, async ({ ctx, body }) => {
    await askGuardian(ctx, body);
    return { message: ctx.text('accounts.guardianAsked') };
  });
  serve(app, profileCalls.guardianRequest, ({ ctx, query }) => getGuardianRequest(ctx, query.token));
  serve(app, profileCalls.giveConsent, async ({ ctx, body }) => {
    await giveConsent(ctx, body.token, personalData);
    return { message: ctx.text('accounts.consentGiven') };
  });
  serve(app, profileCalls.ownData, async ({ ctx, reply }) => {
    reply.header('content-disposition', 'attachment; filename="news-wing-data.json"');
    return collectOwnData(ctx, personalData);
  });
  serve(app, profileCalls.deleteAccount, async ({ ctx, body }) => {
    await deleteOwnAccount(ctx, body.password, personalData);
    return { message: ctx.text('accounts.accountDeleted') };
  });
}
