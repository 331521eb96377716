// Mails that servers send to the envelope sender of a copy, in the form that each has.

const crlf = (text: string) => text.replaceAll('\n', '\r\n');

const report = (from: string, words: string, fields: string, encoding = '7bit') =>
  crlf(`From: ${from}
To: bounces@paper.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4Rk3.1764230400/mx.paper.example"
Date: Fri, 27 Nov 2026 07:31:02 +0000 (UTC)
Message-Id: <20261127073102.4Rk3@mx.paper.example>

This is a MIME-encapsulated message.

--4Rk3.1764230400/mx.paper.example
Content-Description: Notification
Content-Type: text/plain; charset=utf-8

${words}

--4Rk3.1764230400/mx.paper.example
Content-Description: Delivery report
Content-Type: message/delivery-status
Content-Transfer-Encoding: ${encoding}

${fields}

--4Rk3.1764230400/mx.paper.example
Content-Description: Undelivered Message
Content-Type: message/rfc822

Return-Path: <bounces@paper.example>
Subject: Rain fills the tanks
List-Unsubscribe-Post: List-Unsubscribe=One-Click

The tanks are full.
--4Rk3.1764230400/mx.paper.example--
`);

const postfixFields = (action: string, status: string, code: string) => `Reporting-MTA: dns; mx.paper.example
X-Postfix-Queue-ID: 4Rk3
X-Postfix-Sender: rfc822; bounces@paper.example
Arrival-Date: Fri, 27 Nov 2026 07:30:01 +0000 (UTC)

Final-Recipient: rfc822; gone@readers.test
Original-Recipient: rfc822;gone@readers.test
Action: ${action}
Status: ${status}
Remote-MTA: dns; mail.readers.test
Diagnostic-Code: smtp; ${code} ${status} <gone@readers.test>: Recipient address
    rejected: User unknown in virtual mailbox table`;

const daemon = 'MAILER-DAEMON@mx.paper.example (Mail Delivery System)';

/** Reports of servers that gave up permanently. */
export const permanent = {
  Postfix: report(daemon, 'I could not deliver it.', postfixFields('failed', '5.1.1', '550')),
  Exim: report(
    'Mail Delivery System <Mailer-Daemon@mail.readers.test>',
    'A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.',
    `Reporting-MTA: dns; mail.readers.test

Action: failed
Final-Recipient: rfc822;gone@readers.test
Status: 5.0.0
Remote-MTA: dns; mail.readers.test
Diagnostic-Code: smtp; 550 Unrouteable address`,
  ),
  // Exchange writes its report in base64 at times.
  Exchange: report(
    'postmaster@readers.onmicrosoft.com',
    'Your message to gone@readers.test couldn’t be delivered.',
    Buffer.from(
      crlf(`Reporting-MTA: dns;PN3PR01MB.indprd01.prod.outlook.com
Received-From-MTA: dns;mx.paper.example
Arrival-Date: Fri, 27 Nov 2026 07:30:03 +0000

Final-Recipient: rfc822;gone@readers.test
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
`),
    ).toString('base64'),
    'base64',
  ),
};

/** Mails that report no permanent failure. */
export const temporary = {
  'a delay': report(daemon, 'Your message is delayed.', postfixFields('delayed', '4.4.1', '451')),
  'a server that did not answer for days': report(daemon, 'I gave up.', postfixFields('failed', '4.4.1', '451')),
  'a delivery': report(daemon, 'It was delivered.', postfixFields('delivered', '2.0.0', '250')),
  'an absent reader': crlf(`From: Asha <gone@readers.test>
To: bounces@paper.example
Subject: Re: Rain fills the tanks
Auto-Submitted: auto-replied
Content-Type: text/plain

I am away. Action: failed
Status: 5.1.1
`),
  'a text that only looks like a report': crlf(`From: ${daemon}
Content-Type: text/plain

${postfixFields('failed', '5.1.1', '550')}
`),
  'parts within parts without end': Array.from({ length: 400 }, (_, n) =>
    crlf(`Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`),
  ).join(''),
  nothing: '',
};
