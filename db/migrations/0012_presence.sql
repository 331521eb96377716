CREATE TABLE "story_presence" (
	"story_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "story_presence_pkey" PRIMARY KEY("story_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "story_presence" ADD CONSTRAINT "story_presence_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_presence" ADD CONSTRAINT "story_presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;