CREATE TABLE "series" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"language" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "series_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "topic_redirects" (
	"slug" text PRIMARY KEY NOT NULL,
	"topic_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topics" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "topics_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"names" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "topics_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "topic_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "series_id" integer;--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "series_part" smallint;--> statement-breakpoint
ALTER TABLE "topic_redirects" ADD CONSTRAINT "topic_redirects_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stories" ADD CONSTRAINT "stories_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stories_topics_idx" ON "stories" USING gin ("topic_ids");--> statement-breakpoint
CREATE INDEX "stories_series_idx" ON "stories" USING btree ("series_id","series_part") WHERE "stories"."series_id" IS NOT NULL;