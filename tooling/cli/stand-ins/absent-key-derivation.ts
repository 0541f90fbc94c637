/**
 * Stands in for the key derivation of crypto-js's AES (EvpKDF on MD5, SHA-1 and HMAC). The wire password has a key, so
 * 2 kB of the sign-in page would never run. AES calls this module only if a key is a text.
 */
export {};
