CREATE TABLE "editor_sections" (
	"user_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "editor_sections_pkey" PRIMARY KEY("user_id","category_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "limited_to_sections" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "editor_sections" ADD CONSTRAINT "editor_sections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editor_sections" ADD CONSTRAINT "editor_sections_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "editor_sections_category_idx" ON "editor_sections" USING btree ("category_id");