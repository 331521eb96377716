CREATE TYPE "public"."letter_state" AS ENUM('unconfirmed', 'waiting', 'published', 'declined');--> statement-breakpoint
CREATE TABLE "letters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"story_id" integer NOT NULL,
	"user_id" integer,
	"name" text NOT NULL,
	"place" text NOT NULL,
	"text" text NOT NULL,
	"sent" jsonb,
	"email" text,
	"language" text NOT NULL,
	"consent_version" text NOT NULL,
	"nonce" text NOT NULL,
	"token_hash" text,
	"state" "letter_state" NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" integer,
	"picked_at" timestamp (3) with time zone,
	"printed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "letters_nonce_key" ON "letters" USING btree ("nonce");--> statement-breakpoint
CREATE UNIQUE INDEX "letters_token_key" ON "letters" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "letters_person_key" ON "letters" USING btree ("story_id",lower("email")) WHERE "letters"."state" IN ('waiting', 'published');--> statement-breakpoint
CREATE INDEX "letters_story_idx" ON "letters" USING btree ("story_id","id") WHERE "letters"."state" = 'published';--> statement-breakpoint
CREATE INDEX "letters_state_idx" ON "letters" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "letters_user_idx" ON "letters" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "letters_print_idx" ON "letters" USING btree ("id") WHERE "letters"."picked_at" IS NOT NULL;