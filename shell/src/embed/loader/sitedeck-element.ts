import type { EmbedArea, EmbedEvent, EmbedOptions } from '../embed-api';
import { consoleOrigin, loadEmbedApi } from './load-embed-api';
import { localeOf, propertiesOf, themeOf } from './read-attributes';

type GetToken = EmbedOptions['getToken'];

export const TAG = 'sitedeck-remote';

/**
 * `<sitedeck-remote name="files" host="vh10001">`; the token comes through the property `getToken`, never an
 * attribute.
 */
export class SitedeckElement extends HTMLElement {
  #getToken: GetToken | undefined;
  #properties: Readonly<Record<string, string>> = {};
  #area: EmbedArea | undefined;
  /** Aborts the area that is open or opening when the element is removed. */
  #life: AbortController | undefined;
  readonly #watcher = new MutationObserver(() => this.#changed());

  get getToken(): GetToken | undefined {
    return this.#getToken;
  }

  set getToken(getToken: GetToken | undefined) {
    this.#getToken = getToken;
    this.#changed();
  }

  get properties(): Readonly<Record<string, string>> {
    return this.#properties;
  }

  /** The remote's properties as an object, beside or instead of attributes. */
  set properties(properties: Readonly<Record<string, string>>) {
    this.#properties = { ...properties };
    this.#changed();
  }

  connectedCallback(): void {
    this.#takeEarlier('getToken');
    this.#takeEarlier('properties');
    this.#watcher.observe(this, { attributes: true });
    this.#changed();
  }

  disconnectedCallback(): void {
    // An element that is moved within the page is connected again at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end();
    });
  }

  /** A property that was set before this class was defined hides the accessor. */
  #takeEarlier(name: 'getToken' | 'properties'): void {
    if (!Object.hasOwn(this, name)) return;
    const value: unknown = Reflect.get(this, name);
    Reflect.deleteProperty(this, name);
    Reflect.set(this, name, value);
  }

  #options(): EmbedOptions | undefined {
    const name = this.getAttribute('name');
    if (name === null || name === '' || !this.#getToken) return undefined;
    return {
      name,
      host: this.getAttribute('host') ?? undefined,
      locale: localeOf(this.getAttribute('locale')),
      theme: themeOf(this.getAttribute('theme')),
      properties: { ...propertiesOf(this), ...this.#properties },
      nonce: this.nonce || undefined,
      // A portal's framework may set a new function at each render, and the first one may never see a sign-in.
      getToken: () => this.#getToken?.(),
    };
  }

  /** Attributes and properties change one by one; update once after all have changed. */
  #changed(): void {
    queueMicrotask(() => {
      const options = this.#options();
      if (!options || !this.isConnected) return;
      if (this.#area) this.#area.update(options);
      else if (!this.#life) void this.#begin();
    });
  }

  async #begin(): Promise<void> {
    const life = new AbortController();
    this.#life = life;
    const isOver = () => life.signal.aborted;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    try {
      const door = await loadEmbedApi();
      const options = this.#options();
      if (isOver() || !options) return;
      const dispatch = (event: EmbedEvent, detail: unknown) => this.#dispatch(event, detail);
      const area = await door.open(
        { element: this, root, options, dispatch },
        consoleOrigin ?? location.origin,
      );
      if (isOver()) return area.close();
      this.#area = area;
      // Changes made while the code was loading.
      this.#changed();
    } catch (error) {
      if (isOver()) return;
      console.error('SiteDeck:', error);
      this.#life = undefined;
      const message = this.#showLost(root);
      this.#dispatch('error', { reason: 'network', message });
    }
  }

  /** Without the real code there is no kit, so this is two words and a button. */
  #showLost(root: ShadowRoot): string {
    const words = localeOf(this.getAttribute('locale')) ?? document.documentElement.lang;
    const chinese = !words.startsWith('en');
    const text = document.createElement('p');
    const retry = document.createElement('button');
    text.setAttribute('role', 'alert');
    const message = chinese
      ? '网络连接中断，无法加载此功能。'
      : 'The connection was lost; this part did not load.';
    text.textContent = `${message} `;
    retry.type = 'button';
    retry.textContent = chinese ? '重试' : 'Retry';
    retry.onclick = () => {
      root.replaceChildren();
      this.#changed();
    };
    text.append(retry);
    root.replaceChildren(text);
    return message;
  }

  #end(): void {
    this.#watcher.disconnect();
    this.#life?.abort();
    this.#area?.close();
    this.#life = undefined;
    this.#area = undefined;
    this.shadowRoot?.replaceChildren();
  }

  #dispatch(event: EmbedEvent, detail: unknown): void {
    // An `error` event that bubbled to the window would look like an exception of the portal.
    const bubbles = event !== 'error';
    this.dispatchEvent(new CustomEvent(event, { detail, bubbles, composed: bubbles }));
  }
}
