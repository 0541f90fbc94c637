<?php

/**
 * Adminer with one database of one server, chosen by the console, in the console's colours. Parameters have no types:
 * Adminer's own, in its one file, have none.
 */
final class AdminerOfOne extends Adminer\Adminer
{
    /** @param array{host: string, user: string, password: string, database: string, theme: ?string} $visit */
    public function __construct(private readonly array $visit)
    {
    }

    function name(): string
    {
        return '<span id="h1">SiteDeck</span>';
    }

    function credentials(): array
    {
        return [$this->visit['host'], $this->visit['user'], $this->visit['password']];
    }

    function connectSsl()
    {
        return null;
    }

    function permanentLogin($create = false): string
    {
        return '';
    }

    /** Nobody can guess a password here: a database that is down must not lock out all visitors behind one address. */
    function bruteForceKey(): string
    {
        return (string) session_id();
    }

    function serverName($server): string
    {
        return 'MySQL';
    }

    function database(): ?string
    {
        return $this->visit['database'];
    }

    function databases($flush = true): array
    {
        return [$this->visit['database']];
    }

    function login($login, $password)
    {
        return $login === $this->visit['user'];
    }

    /** The visit ends soon: the tool is neither cached by a worker nor installed as an application. */
    function serviceWorker(): void
    {
    }

    function manifest(): array
    {
        return [];
    }

    function verifyVersion(): bool
    {
        return false;
    }

    function csp($csp): array
    {
        return array_map(fn($rule) => array_replace($rule, [
            'default-src' => "'none'",
            'connect-src' => "'self'",
            'style-src' => "'self' 'unsafe-inline'",
            'img-src' => "'self' data:",
            'frame-src' => "'none'",
            'frame-ancestors' => "'none'",
        ]), $csp);
    }

    function headers(): void
    {
        header('Referrer-Policy: same-origin');
        header('Cross-Origin-Opener-Policy: same-origin');
    }

    /** In the theme of the console; without one, in that of the browser. */
    function css(): array
    {
        return style_sheets($this->visit['theme']);
    }

    /** The password was changed meanwhile, or the database does not answer: nothing can be typed in here. */
    function loginForm(): void
    {
        echo '<p>请从控制台重新打开 · Open it from the console again</p>';
    }
}
