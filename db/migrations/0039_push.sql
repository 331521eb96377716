CREATE TYPE "public"."push_copy_state" AS ENUM('waiting', 'sending', 'sent', 'skipped', 'failed');--> statement-breakpoint
CREATE TYPE "public"."push_message_kind" AS ENUM('followed', 'breaking');--> statement-breakpoint
CREATE TABLE "push_copies" (
	"story_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"state" "push_copy_state" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_copies_pkey" PRIMARY KEY("story_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_id" integer,
	"language" text NOT NULL,
	"breaking" boolean NOT NULL,
	"topic_ids" integer[] NOT NULL,
	"author_ids" integer[] NOT NULL,
	"category_ids" integer[] NOT NULL,
	"sub_category_ids" integer[] NOT NULL,
	"quiet_from" text NOT NULL,
	"quiet_to" text NOT NULL,
	"time_zone" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_devices_endpoint_key" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "push_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"story_id" integer NOT NULL,
	"kind" "push_message_kind" NOT NULL,
	"title" text,
	"body" text,
	"sent_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"devices" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "push_messages_key" UNIQUE("story_id","kind")
);
--> statement-breakpoint
ALTER TABLE "push_copies" ADD CONSTRAINT "push_copies_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_copies" ADD CONSTRAINT "push_copies_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_copies" ADD CONSTRAINT "push_copies_message_id_push_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."push_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_copies_device_idx" ON "push_copies" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "push_copies_message_idx" ON "push_copies" USING btree ("message_id","state","at");--> statement-breakpoint
CREATE INDEX "push_devices_wanted_idx" ON "push_devices" USING gin ("topic_ids","author_ids","category_ids","sub_category_ids");--> statement-breakpoint
CREATE INDEX "push_devices_user_idx" ON "push_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_messages_created_idx" ON "push_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_messages_sender_idx" ON "push_messages" USING btree ("sent_by");