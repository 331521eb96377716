import { index, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { categories } from '#src/news/schema/server/categories.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { assignmentStates } from '../assignments.rules.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const assignmentState = pgEnum('assignment_state', assignmentStates);

/** What is planned and is not a story yet, or has become one. */
export const assignments = pgTable(
  'assignments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    what: text('what').notNull(),
    notes: text('notes').notNull(),
    categoryId: integer('category_id').references(() => categories.id, { onDelete: 'set null' }),
    language: text('language').notNull(),
    assigneeId: integer('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    dueAt: instant('due_at'),
    state: assignmentState('state').notNull().default('open'),
    storyId: integer('story_id').references(() => stories.id, { onDelete: 'set null' }),
    version: integer('version').notNull().default(1),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('assignments_due_idx').on(table.dueAt),
    index('assignments_assignee_idx').on(table.assigneeId, table.state),
  ],
);
