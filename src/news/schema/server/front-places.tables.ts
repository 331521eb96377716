import { integer, pgEnum, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
import { placeKinds } from '../columns.rules.ts';
import { stories } from './stories.tables.ts';

export const placeKind = pgEnum('place_kind', placeKinds);

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The stories that editors put forward on the front of their language. A row has no effect unless its story is public. */
export const frontPlaces = pgTable(
  'front_places',
  {
    storyId: integer('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    kind: placeKind('kind').notNull(),
    /** Null until it is replaced or removed. */
    until: instant('until'),
    placedAt: instant('placed_at').notNull(),
  },
  (table) => [primaryKey({ name: 'front_places_pkey', columns: [table.storyId, table.kind] })],
);
