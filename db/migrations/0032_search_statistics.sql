-- With the usual target PostgreSQL knows the frequency of a thousand words and expects any other one in thousands of a
-- large archive's documents, so that it read the newest in turn instead of using the index: 3 s for a rare word among ten
-- million, now 10 ms. Planning a search takes up to 1 ms.
ALTER TABLE "search_documents" ALTER COLUMN "vector" SET STATISTICS 1000;--> statement-breakpoint
ANALYZE "search_documents";
