CREATE TYPE "public"."place_kind" AS ENUM('lead', 'pinned', 'breaking');--> statement-breakpoint
CREATE TABLE "front_places" (
	"story_id" integer NOT NULL,
	"kind" "place_kind" NOT NULL,
	"until" timestamp (3) with time zone,
	"placed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "front_places_pkey" PRIMARY KEY("story_id","kind")
);
--> statement-breakpoint
ALTER TABLE "front_places" ADD CONSTRAINT "front_places_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;