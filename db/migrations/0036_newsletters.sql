CREATE TYPE "public"."newsletter_copy_state" AS ENUM('waiting', 'sending', 'sent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."newsletter_frequency" AS ENUM('daily', 'weekly');--> statement-breakpoint
CREATE TYPE "public"."newsletter_issue_state" AS ENUM('draft', 'held', 'skipped', 'sending', 'stopped', 'sent');--> statement-breakpoint
CREATE TYPE "public"."newsletter_subscription_state" AS ENUM('pending', 'active', 'ended');--> statement-breakpoint
CREATE TABLE "newsletter_copies" (
	"issue_id" integer NOT NULL,
	"subscription_id" integer NOT NULL,
	"state" "newsletter_copy_state" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "newsletter_copies_pkey" PRIMARY KEY("issue_id","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "newsletter_issue_versions" (
	"issue_id" integer NOT NULL,
	"version" integer NOT NULL,
	"subject" text NOT NULL,
	"intro" text NOT NULL,
	"story_ids" integer[] NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "newsletter_issue_versions_pkey" PRIMARY KEY("issue_id","version")
);
--> statement-breakpoint
CREATE TABLE "newsletter_issues" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_issues_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"newsletter_id" integer NOT NULL,
	"day" date NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"state" "newsletter_issue_state" NOT NULL,
	"version" integer NOT NULL,
	"subject" text NOT NULL,
	"intro" text NOT NULL,
	"story_ids" integer[] NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "newsletter_issues_key" UNIQUE("newsletter_id","day")
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"newsletter_id" integer NOT NULL,
	"email" text NOT NULL,
	"state" "newsletter_subscription_state" NOT NULL,
	"token_hash" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"refusals" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "newsletter_subscriptions_key" UNIQUE("newsletter_id","email")
);
--> statement-breakpoint
CREATE TABLE "newsletters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"language" text NOT NULL,
	"section" text NOT NULL,
	"frequency" "newsletter_frequency" NOT NULL,
	"weekday" smallint NOT NULL,
	"time" text NOT NULL,
	"stories" smallint NOT NULL,
	"active" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "newsletter_copies" ADD CONSTRAINT "newsletter_copies_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_copies" ADD CONSTRAINT "newsletter_copies_subscription_id_newsletter_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."newsletter_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_issue_versions" ADD CONSTRAINT "newsletter_issue_versions_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD CONSTRAINT "newsletter_issues_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" ADD CONSTRAINT "newsletter_subscriptions_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_copies_open_idx" ON "newsletter_copies" USING btree ("issue_id") WHERE "newsletter_copies"."state" IN ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "newsletter_copies_subscription_idx" ON "newsletter_copies" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "newsletter_issues_due_idx" ON "newsletter_issues" USING btree ("due_at") WHERE "newsletter_issues"."state" = 'draft';--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_email_idx" ON "newsletter_subscriptions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_token_idx" ON "newsletter_subscriptions" USING btree ("token_hash") WHERE "newsletter_subscriptions"."token_hash" IS NOT NULL;