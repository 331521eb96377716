ALTER TYPE "public"."role" ADD VALUE 'sub_editor';--> statement-breakpoint
ALTER TYPE "public"."role" ADD VALUE 'reporter';--> statement-breakpoint
ALTER TYPE "public"."role" ADD VALUE 'reviewer';--> statement-breakpoint
ALTER TYPE "public"."role" ADD VALUE 'accountant';--> statement-breakpoint
ALTER TYPE "public"."story_status" ADD VALUE 'ready' BEFORE 'scheduled';--> statement-breakpoint
ALTER TYPE "public"."story_status" ADD VALUE 'approved' BEFORE 'scheduled';--> statement-breakpoint
ALTER TYPE "public"."story_status" ADD VALUE 'unpublished';--> statement-breakpoint
CREATE TABLE "category_redirects" (
	"slug" text PRIMARY KEY NOT NULL,
	"category_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sub_category_redirects" (
	"category_id" integer NOT NULL,
	"slug" text NOT NULL,
	"sub_category_id" integer,
	CONSTRAINT "sub_category_redirects_pkey" PRIMARY KEY("category_id","slug")
);
--> statement-breakpoint
CREATE TABLE "story_revisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "story_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"story_id" integer NOT NULL,
	"version" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"picture_id" integer,
	"author_id" integer,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "story_revisions_key" UNIQUE("story_id","version")
);
--> statement-breakpoint
CREATE TABLE "story_assignments" (
	"story_id" integer PRIMARY KEY NOT NULL,
	"assignee_id" integer,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "story_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "story_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"story_id" integer NOT NULL,
	"author_id" integer,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "story_bulk_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "story_bulk_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"actor_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "working_copies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"story_id" integer,
	"version" integer,
	"revision" integer NOT NULL,
	"writer" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	"picture_id" integer,
	"removes_picture" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "search_documents_titles_idx";--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "names" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sub_categories" ADD COLUMN "names" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "submission_history" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "category_redirects" ADD CONSTRAINT "category_redirects_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_category_redirects" ADD CONSTRAINT "sub_category_redirects_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_category_redirects" ADD CONSTRAINT "sub_category_redirects_sub_category_id_sub_categories_id_fk" FOREIGN KEY ("sub_category_id") REFERENCES "public"."sub_categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_revisions" ADD CONSTRAINT "story_revisions_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_revisions" ADD CONSTRAINT "story_revisions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_assignments" ADD CONSTRAINT "story_assignments_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_assignments" ADD CONSTRAINT "story_assignments_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_comments" ADD CONSTRAINT "story_comments_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_comments" ADD CONSTRAINT "story_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_bulk_actions" ADD CONSTRAINT "story_bulk_actions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "working_copies" ADD CONSTRAINT "working_copies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "working_copies" ADD CONSTRAINT "working_copies_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "working_copies" ADD CONSTRAINT "working_copies_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "story_revisions_picture_idx" ON "story_revisions" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "story_assignments_assignee_idx" ON "story_assignments" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "story_comments_story_idx" ON "story_comments" USING btree ("story_id","id");--> statement-breakpoint
CREATE INDEX "story_bulk_actions_created_idx" ON "story_bulk_actions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "working_copies_user_idx" ON "working_copies" USING btree ("user_id","story_id");--> statement-breakpoint
CREATE INDEX "working_copies_story_idx" ON "working_copies" USING btree ("story_id");--> statement-breakpoint
CREATE INDEX "working_copies_picture_idx" ON "working_copies" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "stories_list_idx" ON "stories" USING btree ("created_at","id","updated_at","status","category_id","sub_category_id","author_id","language","version_group","author") WHERE "stories"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "stories_author_idx" ON "stories" USING btree ("author");--> statement-breakpoint
CREATE INDEX "stories_title_idx" ON "stories" USING btree (lower("title"),"id") WHERE "stories"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "search_documents_titles_idx" ON "search_documents" USING btree ("published_at","id") WHERE "search_documents"."kind" = 'story' AND "search_documents"."audience" = 'anyone';--> statement-breakpoint
-- Stories that are not public are documents of the newsroom, so that its list finds drafts and the trash as well. Their
-- words are not among the terms, which are suggested and corrected for readers.
CREATE FUNCTION search_put_story(story stories) RETURNS void LANGUAGE sql AS $fn$
  SELECT search_put('story', story.id, 0, CASE WHEN public THEN 'anyone' ELSE 'newsroom' END, story.category_id,
    story.created_at, story.language, story.title, concat_ws(' ', story.author, story.submenu, story.image_caption), '',
    story.body, public)
  FROM (SELECT story.status = 'published' AND story.deleted_at IS NULL AS public) AS shown
$fn$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_story_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_documents d WHERE d.kind = 'story' AND d.ref = OLD.id;
  ELSE
    PERFORM search_put_story(NEW);
  END IF;
  RETURN NULL;
END $fn$;
--> statement-breakpoint
SELECT search_put_story(s) FROM stories s WHERE s.status <> 'published' OR s.deleted_at IS NOT NULL;
