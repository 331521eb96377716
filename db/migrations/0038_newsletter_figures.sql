CREATE TABLE "newsletter_months" (
	"newsletter_id" integer NOT NULL,
	"month" date NOT NULL,
	"joined" integer DEFAULT 0 NOT NULL,
	"left" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "newsletter_months_pkey" PRIMARY KEY("newsletter_id","month")
);
--> statement-breakpoint
CREATE TABLE "newsletter_reads" (
	"day" date NOT NULL,
	"newsletter" integer NOT NULL,
	"reads" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "newsletter_reads_pkey" PRIMARY KEY("day","newsletter")
);
--> statement-breakpoint
ALTER TABLE "compositions" ADD COLUMN "letters" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "edition_plans" ADD COLUMN "letters" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD COLUMN "copies" integer;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD COLUMN "delivered" integer;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD COLUMN "failed" integer;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "topic" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_months" ADD CONSTRAINT "newsletter_months_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;