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
ALTER TABLE "working_copies" ADD CONSTRAINT "working_copies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "working_copies" ADD CONSTRAINT "working_copies_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "working_copies" ADD CONSTRAINT "working_copies_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "story_revisions_picture_idx" ON "story_revisions" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "story_assignments_assignee_idx" ON "story_assignments" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "story_comments_story_idx" ON "story_comments" USING btree ("story_id","id");--> statement-breakpoint
CREATE INDEX "working_copies_user_idx" ON "working_copies" USING btree ("user_id","story_id");--> statement-breakpoint
CREATE INDEX "working_copies_story_idx" ON "working_copies" USING btree ("story_id");--> statement-breakpoint
CREATE INDEX "working_copies_picture_idx" ON "working_copies" USING btree ("picture_id");