CREATE TYPE "public"."reading_mark_kind" AS ENUM('topic', 'author', 'category', 'sub_category', 'story');--> statement-breakpoint
CREATE TABLE "reading_choices" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"history_synced_at" timestamp (3) with time zone,
	"history_cleared_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reading_history" (
	"user_id" integer NOT NULL,
	"story_id" integer NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"corrections" integer NOT NULL,
	CONSTRAINT "reading_history_pkey" PRIMARY KEY("user_id","story_id")
);
--> statement-breakpoint
CREATE TABLE "reading_marks" (
	"user_id" integer NOT NULL,
	"kind" "reading_mark_kind" NOT NULL,
	"item_id" integer NOT NULL,
	"marked_at" timestamp (3) with time zone NOT NULL,
	"removed" boolean NOT NULL,
	CONSTRAINT "reading_marks_pkey" PRIMARY KEY("user_id","kind","item_id")
);
--> statement-breakpoint
ALTER TABLE "reading_choices" ADD CONSTRAINT "reading_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_history" ADD CONSTRAINT "reading_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_history" ADD CONSTRAINT "reading_history_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_marks" ADD CONSTRAINT "reading_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reading_history_story_idx" ON "reading_history" USING btree ("story_id");