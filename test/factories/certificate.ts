/**
 * A certificate for localhost that no authority has signed, and its key, which protects nothing. Made by
 * `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost
 * -addext subjectAltName=DNS:localhost`.
 */
export const certificate = {
  /** Its end. */
  validTo: new Date('2126-11-02T01:47:02Z'),
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxiHQNhUJtbZIcOWB
aSYmaRoipebeiO9Yl6yi1nmi+5ChRANCAAQj0G6l85OXc+ZnENvV2QDhZxJUgwdu
eIidXCjnd7NATDF6pkT8gUG3OdO71JuUDjXOoegrwXDlez9BxZGeglEZ
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUGIfrQmQm3GEyZUff29aH3maOrrwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjAxNDcwMloYDzIxMjYxMTAy
MDE0NzAyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQj0G6l85OXc+ZnENvV2QDhZxJUgwdueIidXCjnd7NATDF6pkT8gUG3
OdO71JuUDjXOoegrwXDlez9BxZGeglEZo2kwZzAdBgNVHQ4EFgQUFvvIH5gVYpMC
90FApS+FFV5hlTEwHwYDVR0jBBgwFoAUFvvIH5gVYpMC90FApS+FFV5hlTEwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgQqAgQgvd90UaQQux18f8GsD3ndalSptDlkgoYzkGHagCIHUvNK1omrdB
2Fog24IW1CJMNU/QnUReIXqFOH/blUNP
-----END CERTIFICATE-----
`,
};
