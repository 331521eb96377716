import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { peopleCalls } from '../people.contract.ts';
import { profileCalls } from '../profile.contract.ts';
import { sessionCalls, twoStepCalls } from '../sessions.contract.ts';
import { askGuardian, getGuardianRequest, giveConsent } from './guardian.service.ts';
import { collectOwnData, deleteOwnAccount, type PersonalData } from './own-data.service.ts';
import { confirmOwner } from './owner.service.ts';
import { changePassword, forgotPassword, resetPassword } from './passwords.service.ts';
import { disablePerson, enablePerson, getActs, getPeople, setRole } from './people.service.ts';
import { changeProfile, getAdminProfile, getOwnPerson, register, takeEmailBack } from './profile.service.ts';
import { endOwnSession, getSessions, loginAdmin, loginUser, logout } from './sessions.service.ts';
import type { Tokens } from './tokens.ts';
import { beginTwoStep, confirmTwoStep, endTwoStep } from './two-step.service.ts';

export function accountsRoutes(app: FastifyInstance, tokens: Tokens, personalData: PersonalData[]): void {
  serve(app, sessionCalls.userLogin, ({ ctx, body, request }) =>
    loginUser(ctx, tokens, { ...body, ...origin(request) }),
  );
  serve(app, sessionCalls.adminLogin, ({ ctx, body, request }) =>
    loginAdmin(ctx, tokens, { ...body, ...origin(request) }),
  );
  serve(app, sessionCalls.verifyToken, async ({ ctx }) => ({ valid: true as const, user: await getOwnPerson(ctx) }));
  serve(app, sessionCalls.logout, async ({ ctx }) => {
    await logout(ctx);
    return { message: ctx.text('accounts.loggedOut') };
  });
  serve(app, sessionCalls.sessions, ({ ctx }) => getSessions(ctx));
  serve(app, sessionCalls.endSession, async ({ ctx, params }) => {
    await endOwnSession(ctx, params.id);
    return { message: ctx.text('accounts.sessionEnded') };
  });
  serve(app, sessionCalls.confirmPassword, async ({ ctx, body }) => {
    await confirmOwner(ctx, body.password);
    return { message: ctx.text('accounts.passwordConfirmed') };
  });

  serve(app, twoStepCalls.begin, ({ ctx }) => beginTwoStep(ctx));
  serve(app, twoStepCalls.confirm, async ({ ctx, body }) => {
    const codes = await confirmTwoStep(ctx, body.code);
    return { message: ctx.text('accounts.twoStepOn'), recovery_codes: codes };
  });
  serve(app, twoStepCalls.end, async ({ ctx }) => {
    await endTwoStep(ctx);
    return { message: ctx.text('accounts.twoStepOff') };
  });

  profileRoutes(app, personalData);
  serve(app, peopleCalls.list, ({ ctx, query }) => getPeople(ctx, query));
  serve(app, peopleCalls.setRole, ({ ctx, params, body }) => setRole(ctx, params.id, body.role));
  serve(app, peopleCalls.disable, ({ ctx, params }) => disablePerson(ctx, params.id));
  serve(app, peopleCalls.enable, ({ ctx, params }) => enablePerson(ctx, params.id));
  serve(app, peopleCalls.acts, ({ ctx, query }) => getActs(ctx, query));
}

function profileRoutes(app: FastifyInstance, personalData: PersonalData[]) {
  serve(app, profileCalls.register, async ({ ctx, body, request }) => {
    const { name = '', dob = '', email = '', mobile = '', password = '', confirm_password = '', ...rest } = body;
    await register(ctx, { name, dob, email, mobile, password, confirm_password, ...rest }, request.ip);
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
  serve(app, profileCalls.forgot, async ({ ctx, body, request }) => {
    await forgotPassword(ctx, body.email, request.ip);
    return { message: ctx.text('accounts.resetMailed') };
  });
  serve(app, profileCalls.reset, async ({ ctx, body, request }) => {
    await resetPassword(ctx, body.token, body.password, request.ip);
    return { message: ctx.text('accounts.passwordChanged') };
  });
  serve(app, profileCalls.takeEmailBack, async ({ ctx, body }) => {
    await takeEmailBack(ctx, body.token);
    return { message: ctx.text('accounts.emailTakenBack') };
  });
  serve(app, profileCalls.askGuardian, async ({ ctx, body }) => {
    await askGuardian(ctx, body);
    return { message: ctx.text('accounts.guardianAsked') };
  });
  serve(app, profileCalls.guardianRequest, ({ ctx, query }) => getGuardianRequest(ctx, query.token));
  serve(app, profileCalls.giveConsent, async ({ ctx, body }) => {
    await giveConsent(ctx, body.token);
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

const origin = ({ headers, ip }: FastifyRequest) => ({ device: headers['user-agent'] ?? '', address: ip });
