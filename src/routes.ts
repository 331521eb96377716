import { index, prefix, type RouteConfig, route } from '@react-router/dev/routes';

// Every page of the site. The language stands in front of each address, English without.
export default [
  ...prefix(':lang?', [
    index('pages/web/home-page.tsx'),
    route('enroll', 'pages/web/enroll-page.tsx'),
    route('enroll/thanks', 'pages/web/enroll-thanks-page.tsx'),
    route('news', 'news/web/board-page.tsx'),
    route('admin-news', 'news/web/admin-board-page.tsx'),
    route('news/:id', 'news/web/story-page.tsx'),
    route('category/:category', 'news/web/category-page.tsx'),
    route('category/:category/subcategory/:subcategory', 'news/web/sub-category-page.tsx'),
    route('register', 'accounts/web/register-page.tsx'),
    route('login', 'accounts/web/login-page.tsx'),
    route('admin', 'accounts/web/admin-login-page.tsx'),
    route('forgot-password', 'accounts/web/forgot-password-page.tsx'),
    route('reset-password', 'accounts/web/reset-password-page.tsx'),
    route('take-email-back', 'accounts/web/take-email-back-page.tsx'),
    route('guardian', 'accounts/web/guardian-page.tsx'),
    route('profile/edit', 'accounts/web/profile-page.tsx'),
    route('profile/security', 'accounts/web/security-page.tsx'),
    route('admin/people', 'accounts/web/people-page.tsx'),
    route('admin/audit', 'accounts/web/audit-page.tsx'),
    route('admin/enquiries', 'pages/web/enquiries-page.tsx'),
    route('admin/settings', 'pages/web/settings-page.tsx'),
    route('admin-create', 'news/web/create-story-page.tsx'),
    route('admin/edit/:id', 'news/web/edit-story-page.tsx'),
    route('admin/drafts', 'news/web/drafts-page.tsx'),
    route('admin/trash', 'news/web/trash-page.tsx'),
    route('*', 'pages/web/not-found-page.tsx'),
  ]),
] satisfies RouteConfig;
