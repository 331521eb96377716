/** A rendered page. `html` is read as it is, without the stream of bytes that `Response` makes of a body. */
export class HtmlResponse extends Response {
  readonly html: string;

  constructor(html: string, init: ResponseInit) {
    super(null, init);
    this.html = html;
  }
}
