CREATE TABLE "author_redirects" (
	"slug" text PRIMARY KEY NOT NULL,
	"author_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "authors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"portrait" text,
	"email" text DEFAULT '' NOT NULL,
	"x" text DEFAULT '' NOT NULL,
	"instagram" text DEFAULT '' NOT NULL,
	"user_id" integer,
	"former_ids" integer[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "authors_slug_key" UNIQUE("slug"),
	CONSTRAINT "authors_user_id_key" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "author_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "author_redirects" ADD CONSTRAINT "author_redirects_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authors" ADD CONSTRAINT "authors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stories_authors_idx" ON "stories" USING gin ("author_ids");