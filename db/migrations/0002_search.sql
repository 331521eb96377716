-- What makes the search true in the same transaction as what it finds. fold, roman and sound say the same as
-- src/search/folding.rules.ts, which a test compares; the words are split here and not by PostgreSQL's parser, since that
-- asks the database's locale what a letter is and, in most, cuts words of Indian scripts at every virama.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
CREATE FUNCTION search_fold(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $fn$
  SELECT trim(lower(regexp_replace(regexp_replace(translate(
    normalize(regexp_replace(normalize($1, NFKD),
      '[''\u2019]s(?![0-9A-Za-z])|[''\u2019\u00ad\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u200b-\u200d\u2060\ufeff\u0640\u064b-\u065f\u0670]',
      '', 'g'), NFKC) COLLATE "C",
    '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩' || 'ँঁਁੰઁيىك',
    repeat('0123456789', 11) || 'ंংਂਂંییک'),
    '[ङञणनम]्(?=[क-घच-झट-ढत-धप-भ])', 'ं', 'g'),
    '[^0-9A-Za-z\u00df-\u00f6\u00f8-\u024f\u0370-\u052f\u05d0-\u05ea\u0620-\u064a\u0660-\u0669\u066e-\u06d3\u06f0-\u06fc\u0750-\u077f\u0900-\u0963\u0966-\u096f\u0971-\u0dff\u1e00-\u1eff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]+',
    ' ', 'g') COLLATE "C"))
$fn$;
--> statement-breakpoint
-- Written out as one call of translate, which the database then makes without a function around it.
DO $do$
DECLARE
  block text := '-nn-aaaiiuurleeeeooookkggnccjjnttddnttddnnppbbmyrrlllvsssh----aiiuurreeeeoooo-eoo-------kkgjddpyrlll------------rv--------nnrllk';
  heard text;
  latin text;
  silent text;
BEGIN
  SELECT string_agg(chr(2304 + n), '') FILTER (WHERE letter <> '-'), string_agg(letter, '') FILTER (WHERE letter <> '-'),
    string_agg(chr(2304 + n), '') FILTER (WHERE letter = '-')
  INTO heard, latin, silent
  FROM (SELECT n, substr(block, n % 128 + 1, 1) AS letter FROM generate_series(0, 1151) AS n ORDER BY n) AS signs;
  EXECUTE format('CREATE FUNCTION search_roman(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS %L',
    format('SELECT translate(word, %L, %L)', heard || silent, latin));
END $do$;
--> statement-breakpoint
CREATE FUNCTION search_sound(word text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $fn$
DECLARE sound text := regexp_replace(regexp_replace(replace(search_roman(word), 'a', ''), 'm(?=[pb])', 'n', 'g'), '(.)\1+', '\1', 'g');
BEGIN
  RETURN CASE WHEN length(sound) < 3 THEN '' ELSE sound END;
END $fn$;
--> statement-breakpoint
-- Every folded word with its places, under each of its forms: itself, its stem by its script (and, for Devanagari, the
-- language; * stands for any), and for Indian scripts what either sounds like, behind zq, with which no word begins.
-- The first 5,000 words, which keeps every document under PostgreSQL's limit of a megabyte. Folded words hold no sign
-- that would have to be escaped.
CREATE FUNCTION search_vector(words text, language text, weight text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $fn$
BEGIN
  RETURN (
    SELECT coalesce(string_agg('''' || lexeme || ''':' || places, ' '), '')
    FROM (
      SELECT word, array_to_string((array_agg(place))[:200], weight || ',') || weight AS places
      FROM string_to_table(left(words, 60000), ' ') WITH ORDINALITY AS t(word, place)
      WHERE place <= 5000 AND length(word) BETWEEN 1 AND 60
      GROUP BY word
    ) AS grouped,
      unnest(ARRAY[word] || CASE
        WHEN ascii(word) < 128 THEN ts_lexize('english_stem', word)
        WHEN ascii(word) BETWEEN 2304 AND 2431 THEN CASE language
          WHEN 'ne' THEN ts_lexize('nepali_stem', word)
          WHEN 'mr' THEN NULL
          WHEN '*' THEN ts_lexize('hindi_stem', word) || ts_lexize('nepali_stem', word)
          ELSE ts_lexize('hindi_stem', word) END
        WHEN ascii(word) BETWEEN 2944 AND 3071 THEN ts_lexize('tamil_stem', word)
      END) AS form,
      unnest(CASE WHEN ascii(word) BETWEEN 2304 AND 3455 THEN ARRAY[form, 'zq' || search_sound(form)] ELSE ARRAY[form] END) AS lexeme
    WHERE lexeme <> '' AND lexeme <> 'zq'
  )::tsvector;
END $fn$;
--> statement-breakpoint
-- In the order of the words, so that two transactions that add the same ones wait for each other and never in a ring.
CREATE FUNCTION search_note_terms(words text) RETURNS void LANGUAGE plpgsql AS $fn$
BEGIN
  INSERT INTO search_terms (term, roman)
  SELECT word, search_roman(word)
  FROM (SELECT DISTINCT word FROM string_to_table(left(words, 60000), ' ') AS word) AS parted
  WHERE length(word) BETWEEN 3 AND 30 AND word !~ '[0-9]'
    AND NOT EXISTS (SELECT FROM search_terms WHERE term = word)
  ORDER BY word COLLATE "C"
  ON CONFLICT (term) DO NOTHING;
END $fn$;
--> statement-breakpoint
CREATE FUNCTION search_put(kind text, ref integer, page integer, category_id integer, published_at timestamptz, language text, title text, names text, body text)
RETURNS void LANGUAGE plpgsql AS $fn$
DECLARE
  title_words text := search_fold(title);
  body_words text := search_fold(left(body, 200000));
BEGIN
  INSERT INTO search_documents (kind, ref, page, category_id, published_at, title, vector)
  VALUES (kind, ref, page, category_id, published_at, ' ' || title_words,
    search_vector(title_words, language, 'A') || search_vector(search_fold(names), language, 'B') || search_vector(body_words, language, 'D'))
  ON CONFLICT ON CONSTRAINT search_documents_key DO UPDATE SET
    category_id = excluded.category_id, published_at = excluded.published_at, title = excluded.title, vector = excluded.vector;
  PERFORM search_note_terms(title_words || ' ' || body_words);
END $fn$;
--> statement-breakpoint
CREATE FUNCTION search_story_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_documents d WHERE d.kind = 'story' AND d.ref = OLD.id;
  ELSIF NEW.status = 'published' AND NEW.deleted_at IS NULL THEN
    PERFORM search_put('story', NEW.id, 0, NEW.category_id, NEW.created_at, NEW.language, NEW.title,
      concat_ws(' ', NEW.author, NEW.submenu, NEW.image_caption), NEW.body);
  ELSE
    DELETE FROM search_documents d WHERE d.kind = 'story' AND d.ref = NEW.id;
  END IF;
  RETURN NULL;
END $fn$;
--> statement-breakpoint
CREATE TRIGGER stories_searched AFTER INSERT OR DELETE
  OR UPDATE OF title, body, author, submenu, image_caption, category_id, language, status, created_at, deleted_at
  ON stories FOR EACH ROW EXECUTE FUNCTION search_story_changed();
--> statement-breakpoint
CREATE FUNCTION search_put_page(edition editions, page integer, body text) RETURNS void LANGUAGE sql AS $fn$
  SELECT search_put('page', edition.id, page, NULL,
    coalesce(edition.issue_date::timestamp AT TIME ZONE 'Asia/Kolkata', edition.created_at), 'hi',
    edition.title, coalesce(edition.place, ''), body)
$fn$;
--> statement-breakpoint
CREATE FUNCTION search_page_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
DECLARE edition editions;
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_documents d WHERE d.kind = 'page' AND d.ref = OLD.edition_id AND d.page = OLD.page;
  ELSE
    SELECT * INTO edition FROM editions e WHERE e.id = NEW.edition_id AND e.deleted_at IS NULL;
    IF FOUND THEN PERFORM search_put_page(edition, NEW.page, coalesce(NEW.corrected, NEW.text)); END IF;
  END IF;
  RETURN NULL;
END $fn$;
--> statement-breakpoint
CREATE TRIGGER edition_pages_searched AFTER INSERT OR DELETE OR UPDATE OF text, corrected ON edition_pages
  FOR EACH ROW EXECUTE FUNCTION search_page_changed();
--> statement-breakpoint
CREATE FUNCTION search_edition_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN
    DELETE FROM search_documents d WHERE d.kind = 'page' AND d.ref = NEW.id;
  ELSE
    PERFORM search_put_page(NEW, p.page, coalesce(p.corrected, p.text)) FROM edition_pages p WHERE p.edition_id = NEW.id;
  END IF;
  RETURN NULL;
END $fn$;
--> statement-breakpoint
CREATE TRIGGER editions_searched AFTER UPDATE OF title, place, issue_date, deleted_at ON editions
  FOR EACH ROW EXECUTE FUNCTION search_edition_changed();
--> statement-breakpoint
-- An essay, while it stands on /research: its title, names, abstract and the pages of its PDF as far as they are read.
CREATE FUNCTION search_put_essay(work submissions) RETURNS void LANGUAGE sql AS $fn$
  SELECT search_put('essay', work.id, 0, NULL, work.published_at, 'hi', work.title,
    concat_ws(' ', work.username, work.institution,
      (SELECT string_agg(word, ' ') FROM jsonb_array_elements_text(work.co_authors || work.keywords) AS word)),
    concat_ws(' ', work.abstract, (
      SELECT string_agg(p.text, ' ' ORDER BY p.page) FROM submission_pages p JOIN submission_files f ON f.id = p.file_id
      WHERE f.submission_id = work.id AND f.kind = 'essay' AND f.replaced_at IS NULL)))
$fn$;
--> statement-breakpoint
CREATE FUNCTION search_submission_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_documents d WHERE d.kind = 'essay' AND d.ref = OLD.id;
  ELSIF NEW.on_research THEN
    PERFORM search_put_essay(NEW);
  ELSE
    DELETE FROM search_documents d WHERE d.kind = 'essay' AND d.ref = NEW.id;
  END IF;
  RETURN NULL;
END $fn$;
--> statement-breakpoint
CREATE TRIGGER submissions_searched AFTER INSERT OR DELETE
  OR UPDATE OF title, username, institution, co_authors, keywords, abstract, on_research, published_at
  ON submissions FOR EACH ROW EXECUTE FUNCTION search_submission_changed();
--> statement-breakpoint
CREATE FUNCTION search_essay_read() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  PERFORM search_put_essay(s) FROM submissions s
  WHERE s.on_research AND s.id IN (SELECT f.submission_id FROM drawn JOIN submission_files f ON f.id = drawn.file_id);
  RETURN NULL;
END $fn$;
--> statement-breakpoint
CREATE TRIGGER submission_pages_searched AFTER INSERT ON submission_pages
  REFERENCING NEW TABLE AS drawn FOR EACH STATEMENT EXECUTE FUNCTION search_essay_read();
--> statement-breakpoint
CREATE INDEX search_terms_trigram_idx ON search_terms USING gin (roman gin_trgm_ops);
