CREATE TYPE "public"."live_state" AS ENUM('none', 'running', 'ended');--> statement-breakpoint
CREATE TABLE "live_coverages" (
	"id" integer PRIMARY KEY NOT NULL,
	"state" "live_state" NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"seq" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"story_id" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"key_event" boolean NOT NULL,
	"pinned" boolean NOT NULL,
	"author_id" integer,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"seq" integer NOT NULL,
	"key" uuid,
	CONSTRAINT "live_entries_key" UNIQUE("story_id","key")
);
--> statement-breakpoint
CREATE TABLE "live_entry_revisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_entry_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"entry_id" integer NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"key_event" boolean NOT NULL,
	"author" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "live_entry_revisions_key" UNIQUE("entry_id","version")
);
--> statement-breakpoint
ALTER TABLE "live_coverages" ADD CONSTRAINT "live_coverages_id_stories_id_fk" FOREIGN KEY ("id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_entries" ADD CONSTRAINT "live_entries_story_id_live_coverages_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."live_coverages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_entries" ADD CONSTRAINT "live_entries_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_entry_revisions" ADD CONSTRAINT "live_entry_revisions_entry_id_live_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."live_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_entries_story_idx" ON "live_entries" USING btree ("story_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_entries_seq_key" ON "live_entries" USING btree ("story_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "live_entries_pinned_key" ON "live_entries" USING btree ("story_id") WHERE "live_entries"."pinned";--> statement-breakpoint
CREATE INDEX "live_entries_key_events_idx" ON "live_entries" USING btree ("story_id","id") WHERE "live_entries"."key_event";