import { requestSite, type OwnProduct } from './product';

interface Page {
  readonly status: number;
  readonly body: string;
  /** Where a redirect leads. */
  readonly location: string | undefined;
}

const REDIRECTS_MAX = 3;

/** Visits an app like a browser: keeps cookies, and sends forms with the fields that their pages hide. */
export class AppVisitor {
  private readonly cookies = new Map<string, string>();

  /** @param path of the app's folder */
  constructor(
    private readonly product: OwnProduct,
    private readonly hostCode: string,
    private readonly path: string,
  ) {}

  /** @param path in the app's folder, or the URL of a redirect */
  async open(path: string, form?: URLSearchParams | FormData): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const name = `${this.hostCode}.localhost:${this.product.sitesPort}`;
    const local = path.replace(/^http:\/\/[^/]+/, '');
    const full = local.startsWith(`${this.path}/`) ? local : `${this.path}${local}`;
    const request = { name, path: full, ...(form && { form }), ...(cookie !== '' && { cookie }) };
    const { status, body, headers } = await requestSite(this.product, request);
    for (const line of headers['set-cookie'] ?? []) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const expires = /;\s*expires=([^;]*)/i.exec(line)?.[1];
      if (expires !== undefined && Date.parse(expires) < Date.now()) this.cookies.delete(key);
      else this.cookies.set(key, value);
    }
    return { status, body, location: headers.location };
  }

  /** The page there, or where its redirects lead. */
  async page(path: string, form?: URLSearchParams | FormData): Promise<string> {
    let reply = await this.open(path, form);
    for (let count = 0; count < REDIRECTS_MAX && reply.location !== undefined; count += 1)
      reply = await this.open(reply.location);
    if (reply.status !== 200) throw new Error(`${path} answers ${reply.status}: ${reply.body}`);
    return reply.body;
  }

  /** Sends a form with its hidden fields. */
  send(path: string, page: string, fields: Readonly<Record<string, string>>): Promise<Page> {
    const hidden = [...page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? '',
      (/value="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&amp;', '&'),
    ]);
    return this.open(path, new URLSearchParams([...hidden, ...Object.entries(fields)]));
  }
}
