import { index, layout, prefix, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** Pages to read: rules/documents.rules.ts. */
const documents = [
  route('college', 'static-pages/web/college-page.tsx'),
  route('university', 'static-pages/web/university-page.tsx'),
  route('about', 'static-pages/web/about-page.tsx'),
  route('contact', 'static-pages/web/contact-page.tsx'),
  route('editorial-policy', 'static-pages/web/editorial-policy-page.tsx'),
  route('privacy', 'static-pages/web/privacy-page.tsx'),
  route('terms', 'static-pages/web/terms-page.tsx'),
  route('how-we-decide', 'submissions/review/web/how-we-decide-page.tsx'),
  route('corrections', 'news/published/web/corrections-page.tsx'),
  route('research', 'submissions/research/web/research-page.tsx'),
  // Shows nothing: counts the essay's reads.
  route('research/:id', 'submissions/research/web/essay-page.tsx', [index('readership/web/counted-essay-page.tsx')]),
  route('offline', 'shell/web/offline-page.tsx'),
  route('*', 'shell/web/not-found-page.tsx'),
];

/** Every page of the site. The language prefixes each path; English has no prefix. */
const pages = [
  ...prefix(':lang?', [
    index('home/web/home-page.tsx'),
    route('grievance', 'static-pages/web/grievance-page.tsx'),
    route('newsletters', 'newsletters/web/newsletters-page.tsx'),
    route('newsletters/confirm', 'newsletters/web/confirm-page.tsx'),
    route('newsletters/leave', 'newsletters/web/unsubscribe-page.tsx'),
    route('enroll', 'enquiries/web/enroll-page.tsx'),
    route('enroll/thanks', 'enquiries/web/enroll-thanks-page.tsx'),
    // Below the board: the most read stories.
    route('news', 'news/front/web/board-page.tsx', [index('readership/web/most-read-page.tsx')]),
    route('admin-news', 'news/front/web/admin-board-page.tsx'),
    // Below the story's text: the e-paper pages that printed it, and letters about it. Its reads are counted.
    route('news/:id', 'news/published/web/story-page.tsx', [
      layout('readership/web/counted-story-page.tsx', [
        layout('letters/web/story-letters-page.tsx', [index('epaper/composing/web/printed-note-page.tsx')]),
      ]),
    ]),
    route('news/:id/letter', 'letters/web/letter-page.tsx'),
    route('news/:id/letters', 'letters/web/all-letters-page.tsx'),
    route('confirm-letter', 'letters/web/confirm-letter-page.tsx'),
    route('latest', 'news/published/web/latest-page.tsx'),
    // Below the lists: what this device is notified of.
    route('for-you', 'following/web/for-you-page.tsx', [index('push/web/notifications-page.tsx')]),
    route('preview/:id', 'newsroom/story-form/web/preview-page.tsx'),
    route('category/:category', 'news/published/web/category-page.tsx', [
      index('readership/web/most-read-page.tsx', { id: 'most-read-in-category' }),
    ]),
    route('category/:category/subcategory/:subcategory', 'news/published/web/sub-category-page.tsx'),
    route('author/:author', 'news/published/web/author-page.tsx'),
    route('topic/:topic', 'news/published/web/topic-page.tsx'),
    route('series/:series', 'news/published/web/series-page.tsx'),
    route('search', 'search/web/search-page.tsx'),
    route('register', 'accounts/account/web/register-page.tsx'),
    route('login', 'accounts/login/web/login-page.tsx'),
    route('admin', 'accounts/login/web/admin-login-page.tsx'),
    route('forgot-password', 'accounts/account/web/forgot-password-page.tsx'),
    route('reset-password', 'accounts/account/web/reset-password-page.tsx'),
    route('confirm-email', 'accounts/account/web/confirm-email-page.tsx'),
    route('take-email-back', 'accounts/account/web/take-email-back-page.tsx'),
    route('guardian', 'accounts/account/web/guardian-page.tsx'),
    route('profile/edit', 'accounts/account/web/profile-page.tsx'),
    route('profile/security', 'accounts/account/web/security-page.tsx'),
    route('profile/readers', 'readership/web/your-readers-page.tsx'),
    route('payment', 'plans/web/payment-page.tsx'),
    route('admin/payments', 'plans/web/payments-page.tsx'),
    route('admin/payments/months', 'plans/web/revenue-page.tsx'),
    route('admin/statements', 'plans/web/statements-page.tsx'),
    route('e-paper', 'epaper/editions/web/library-page.tsx'),
    route('e-paper/search', 'epaper/reader/web/search-page.tsx', { id: 'e-paper-search' }),
    route('e-paper/:id', 'epaper/reader/web/reader-page.tsx'),
    route('e-paper/:id/contents', 'epaper/reader/web/contents-page.tsx'),
    route('e-paper/:id/articles/:page/:number', 'epaper/reader/web/article-page.tsx'),
    route('clip/:code', 'epaper/clips/web/clip-page.tsx'),
    route('pdf-upload', 'epaper/editions/web/upload-page.tsx'),
    route('compose', 'epaper/composing/web/compose-page.tsx'),
    route('admin/editions', 'epaper/editions/web/editions-page.tsx'),
    route('publication', 'submissions/review/web/publication-page.tsx'),
    route('verify/:code', 'submissions/research/web/verify-page.tsx'),
    // Below an editor's role: the sections that he is limited to.
    route('admin/people', 'accounts/people/web/users-page.tsx', [
      index('news/categories/web/editor-sections-page.tsx'),
    ]),
    route('admin/audit', 'accounts/security-events/web/audit-page.tsx'),
    route('admin/jobs', 'desk/web/background-work-page.tsx'),
    route('admin/enquiries', 'enquiries/web/enquiries-page.tsx'),
    route('admin/pages', 'static-pages/web/static-pages-page.tsx'),
    route('admin/pages/:slug', 'static-pages/web/page-editor-page.tsx'),
    route('admin/grievances', 'grievances/web/grievances-page.tsx'),
    route('admin/settings', 'settings/web/settings-page.tsx'),
    route('admin/health', 'health/web/health-page.tsx'),
    route('admin-create', 'newsroom/story-form/web/create-story-page.tsx'),
    // Below the editor: breaking news.
    route('admin/edit/:id', 'newsroom/story-form/web/edit-story-page.tsx', [index('push/web/breaking-page.tsx')]),
    route('admin/edit/:id/history', 'newsroom/lists/web/history-page.tsx'),
    route('admin/edit/:id/live', 'news/live/web/live-page.tsx'),
    route('admin/edit/:id/preview', 'newsroom/story-form/web/preview-tools-page.tsx'),
    route('admin/readership', 'readership/web/readership-page.tsx'),
    route('admin/letters', 'letters/web/moderation-page.tsx'),
    route('admin/newsletters', 'newsletters/web/issues-page.tsx'),
    route('admin/newsletters/figures', 'newsletters/web/circulation-page.tsx'),
    route('admin/newsletters/:id', 'newsletters/web/issue-page.tsx'),
    route('admin/plan', 'planning/web/plan-page.tsx'),
    route('admin/stories', 'newsroom/lists/web/stories-page.tsx'),
    route('admin/drafts', 'newsroom/lists/web/drafts-page.tsx'),
    route('admin/media', 'news/media/web/media-page.tsx'),
    route('admin/topics', 'news/topics/web/topics-page.tsx'),
    route('admin/series', 'news/topics/web/all-series-page.tsx'),
    route('admin/categories', 'news/categories/web/categories-page.tsx'),
    route('admin/authors', 'news/authors/web/authors-page.tsx'),
    route('admin/trash', 'newsroom/lists/web/trash-page.tsx'),
    layout('shell/web/document-page.tsx', documents),
  ]),
];

/** Pages send their routes' ids, so these are short: `story` is that of `story-page.tsx`. */
const withIds = (routes: RouteConfigEntry[]): RouteConfigEntry[] =>
  routes.map((route) => ({
    ...route,
    id: route.id ?? route.file.replace(/^.*\/|-page\.tsx$/g, ''),
    ...(route.children && { children: withIds(route.children) }),
  }));

export default withIds(pages) satisfies RouteConfig;
