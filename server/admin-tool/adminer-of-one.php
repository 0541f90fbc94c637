<?php

/** Adminer with one database of one server, chosen by the console. */
final class AdminerOfOne extends Adminer
{
    /** @param array{host: string, user: string, password: string, database: string} $visit */
    public function __construct(private readonly array $visit)
    {
    }

    function name()
    {
        return '<span id="h1">SiteDeck</span>';
    }

    function credentials()
    {
        return [$this->visit['host'], $this->visit['user'], $this->visit['password']];
    }

    function connectSsl()
    {
        return null;
    }

    function permanentLogin($create = false)
    {
        return false;
    }

    function serverName($server)
    {
        return 'MySQL';
    }

    function database()
    {
        return $this->visit['database'];
    }

    function databases($flush = true)
    {
        return [$this->visit['database']];
    }

    function login($login, $password)
    {
        return $login === $this->visit['user'];
    }

    function csp()
    {
        return array_map(fn($rule) => array_replace($rule, [
            'default-src' => "'none'",
            'style-src' => "'self' 'unsafe-inline'",
            'img-src' => "'self' data:",
            'frame-src' => "'none'",
            'frame-ancestors' => "'none'",
        ]), csp());
    }

    function headers()
    {
        header('Referrer-Policy: same-origin');
        header('Cross-Origin-Opener-Policy: same-origin');
    }

    /** The password was changed meanwhile, or the database does not answer: nothing can be typed in here. */
    function loginForm()
    {
        echo '<p>请从控制台重新打开 · Open it from the console again</p>';
    }
}
