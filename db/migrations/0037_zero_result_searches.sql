CREATE TABLE "zero_result_searches" (
	"day" date NOT NULL,
	"language" text NOT NULL,
	"words" text NOT NULL,
	"searches" integer NOT NULL,
	CONSTRAINT "zero_result_searches_pkey" PRIMARY KEY("day","language","words")
);
