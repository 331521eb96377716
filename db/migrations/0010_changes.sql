CREATE TABLE "changes" (
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"message" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "changes_transaction_idx" ON "changes" USING btree ("transaction");