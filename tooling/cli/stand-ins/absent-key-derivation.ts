/**
 * Stands in for what crypto-js's AES brings to make a key of a pass phrase (EvpKDF on MD5, SHA-1 and HMAC): the wire
 * password has a key, so 2 kB of the sign-in page would never run. Nothing asks for what is absent unless a key is a text.
 */
export {};
