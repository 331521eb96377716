CREATE TYPE "public"."read_source" AS ENUM('direct', 'site', 'search', 'social', 'mail', 'other');--> statement-breakpoint
CREATE TABLE "hourly_reads" (
	"hour" timestamp (3) with time zone NOT NULL,
	"language" text NOT NULL,
	"reads" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "hourly_reads_pkey" PRIMARY KEY("hour","language")
);
--> statement-breakpoint
CREATE TABLE "most_read" (
	"language" text NOT NULL,
	"category_id" integer,
	"place" integer NOT NULL,
	"story_id" integer NOT NULL,
	CONSTRAINT "most_read_key" UNIQUE NULLS NOT DISTINCT("language","category_id","place")
);
--> statement-breakpoint
CREATE TABLE "story_reads" (
	"day" date NOT NULL,
	"story_id" integer NOT NULL,
	"language" text NOT NULL,
	"source" "read_source" NOT NULL,
	"reads" integer DEFAULT 0 NOT NULL,
	"half" integer DEFAULT 0 NOT NULL,
	"whole" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "story_reads_pkey" PRIMARY KEY("day","story_id","language","source")
);
--> statement-breakpoint
ALTER TABLE "most_read" ADD CONSTRAINT "most_read_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "most_read" ADD CONSTRAINT "most_read_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_reads" ADD CONSTRAINT "story_reads_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "most_read_story_idx" ON "most_read" USING btree ("story_id");--> statement-breakpoint
CREATE INDEX "story_reads_story_idx" ON "story_reads" USING btree ("story_id");