import type { FastifyInstance } from 'fastify';
import { profileCalls } from '#src/accounts/account/profile.contract.ts';
import { exportMyData } from '#src/accounts/account/server/data-export.service.ts';
import {
  cancelEmailChange,
  confirmEmail,
  resendConfirmation,
  takeEmailBack,
} from '#src/accounts/account/server/email.service.ts';
import { deleteMyAccount } from '#src/accounts/account/server/erasure.service.ts';
import { getGuardianRequest, giveConsent, requestConsent } from '#src/accounts/account/server/guardian.service.ts';
import { changePassword, forgotPassword, resetPassword } from '#src/accounts/account/server/passwords.service.ts';
import { changeProfile, getAdminProfile, register } from '#src/accounts/account/server/profile.service.ts';
import { sessionsRoutes } from '#src/accounts/login/server/sessions.routes.ts';
import { getMyUser } from '#src/accounts/users/server/my-user.service.ts';
import { usersCalls } from '#src/accounts/users/users.contract.ts';
import { serve } from '#src/platform/http/serve.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { invite, mailPasswordLink } from './invitations.service.ts';
import { disableUser, enableUser, endSessionsOf, getAuditLog, getUsers, setRole } from './users.service.ts';

export function accountsRoutes(app: FastifyInstance, personalData: readonly PersonalData[]): void {
  sessionsRoutes(app);
  profileRoutes(app, personalData);
  serve(app, usersCalls.list, ({ ctx, query }) => getUsers(ctx, query));
  serve(app, usersCalls.setRole, ({ ctx, params, body }) => setRole(ctx, params.id, body.role));
  serve(app, usersCalls.invite, async ({ ctx, body }) => ({
    id: await invite(ctx, body),
    message: ctx.text('accounts.invited'),
  }));
  serve(app, usersCalls.passwordLink, async ({ ctx, params }) => {
    await mailPasswordLink(ctx, params.id);
    return { message: ctx.text('accounts.passwordLinkMailed') };
  });
  serve(app, usersCalls.disable, ({ ctx, params }) => disableUser(ctx, params.id));
  serve(app, usersCalls.enable, ({ ctx, params }) => enableUser(ctx, params.id));
  serve(app, usersCalls.endSessions, ({ ctx, params }) => endSessionsOf(ctx, params.id));
  serve(app, usersCalls.auditLog, ({ ctx, query }) => getAuditLog(ctx, query));
}

function profileRoutes(app: FastifyInstance, personalData: readonly PersonalData[]) {
  serve(app, profileCalls.register, async ({ ctx, body }) => {
    const { name = '', dob = '', email = '', mobile = '', password = '', confirm_password = '', ...rest } = body;
    await register(ctx, { name, dob, email, mobile, password, confirm_password, ...rest });
    return { message: ctx.text('accounts.registered') };
  });
  serve(app, profileCalls.me, ({ ctx }) => getMyUser(ctx));
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
    await resetPassword(ctx, body, personalData);
    return { message: ctx.text('accounts.passwordChanged') };
  });
  serve(app, profileCalls.takeEmailBack, async ({ ctx, body }) => {
    const resetToken = await takeEmailBack(ctx, body.token, personalData);
    return { message: ctx.text('accounts.emailTakenBack'), reset_token: resetToken };
  });
  serve(app, profileCalls.confirmEmail, async ({ ctx, body }) => ({
    user: await confirmEmail(ctx, body.token, personalData),
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
  serve(app, profileCalls.requestConsent, async ({ ctx, body }) => {
    await requestConsent(ctx, body);
    return { message: ctx.text('accounts.guardianAsked') };
  });
  serve(app, profileCalls.guardianRequest, ({ ctx, query }) => getGuardianRequest(ctx, query.token));
  serve(app, profileCalls.giveConsent, async ({ ctx, body }) => {
    await giveConsent(ctx, body.token, personalData);
    return { message: ctx.text('accounts.consentGiven') };
  });
  serve(app, profileCalls.exportMyData, async ({ ctx, reply }) => {
    reply.header('content-disposition', 'attachment; filename="news-wing-data.json"');
    return exportMyData(ctx, personalData);
  });
  serve(app, profileCalls.deleteAccount, async ({ ctx, body }) => {
    await deleteMyAccount(ctx, body.password, personalData);
    return { message: ctx.text('accounts.accountDeleted') };
  });
}
