package redact_test

import (
	"encoding/base64"
	"fmt"
)

func fileKinds(m maker) []kind {
	block := func(name, label string) kind {
		text, core := m.pem(label)
		return within(name, text, core)
	}
	line := m.b64(64)
	ppk := m.b64(64)
	return []kind{
		block("rsa key", "RSA PRIVATE"+" KEY"),
		block("pkcs8 key", "PRIVATE"+" KEY"),
		block("encrypted key", "ENCRYPTED PRIVATE"+" KEY"),
		block("ec key", "EC PRIVATE"+" KEY"),
		block("openssh key", "OPENSSH PRIVATE"+" KEY"),
		block("pgp key", "PGP PRIVATE"+" KEY BLOCK"),
		within("key without header", "MIIEvQIBADANBgkqhkiG9w0"+"BAQEFAASCBKcw\n"+line+"\n"+m.b64(64), line),
		within("putty", "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPublic-Lines: 1\nAAAAC3NzaC1lZDI1NTE5\nPrivate-"+"Lines: 2\n"+ppk+"\n"+m.b64(20)+"\nPrivate-MAC: "+m.hex(64), ppk),
		bare("age", "AGE-SECRET"+"-KEY-1"+m.of("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)),
		bare("jwt", "ey"+"J"+m.json64(`{"alg":"HS256","typ":"JWT"}`)[3:]+"."+m.json64(`{"sub":"`+m.num(10)+`","name":"x"}`)+"."+m.url(43)),
		within("shadow", "root:$6"+"$"+m.an(12)+"$"+m.an(86)+":19000:0:99999:7:::", ""),
		within("shadow yescrypt", "app:$y"+"$j9T$"+m.an(22)+"$"+m.an(43)+":19000:0:99999:7:::", ""),
		within("htpasswd", "admin:$apr"+"1$"+m.an(8)+"$"+m.an(22), ""),
		within("bcrypt", "hash is $2"+"b$12$"+m.an(53), ""),
		within("argon2", "$argon"+"2id$v=19$m=65536,t=3,p=4$"+m.b64(22)+"$"+m.b64(43), ""),
		within("django hash", "pbkdf2"+"_sha256$600000$"+m.an(22)+"$"+m.b64(43)+"=", ""),
		within("ldap hash", "{SS"+"HA}"+m.b64(32), ""),
	}
}

func namedKinds(m maker) []kind {
	return []kind{
		named("short password", "DB_PASSWORD", "hun"+"ter2"),
		named("word as a password", "PGPASSWORD", "sword"+"fish"),
		named("password with signs", "ADMIN_PASSWORD", "Tr0ub"+"4dor!3"),
		named("smtp", "SMTP_PASS", "w"+m.an(9)),
		named("mysql", "MYSQL_PWD", "s3cr"+"etpw"),
		named("pin", "PIN", "84"+"39"),
		named("django", "DJANGO_SECRET_KEY", m.an(50)),
		named("rails", "SECRET_KEY_BASE", m.hex(128)),
		named("session", "SESSION_SECRET", m.an(24)),
		named("jwt secret", "JWT_SECRET", m.an(20)),
		named("webhook", "WEBHOOK_SECRET", m.an(20)),
		named("encryption", "ENCRYPTION_KEY", m.hex(64)),
		named("kubernetes token", "K8S_TOKEN", m.an(40)),
		named("gateway", "OPENCLAW_GATEWAY_TOKEN", m.hex(48)),
		named("fastly", "FASTLY_API_TOKEN", m.an(32)),
		named("mattermost", "MATTERMOST_TOKEN", m.low(26)),
		named("nytimes", "NYTIMES_API_KEY", m.an(32)),
		named("kraken", "KRAKEN_PRIVATE_KEY", m.b64(84)+"=="),
	}
}

func textKinds(m maker) []kind {
	pass := func() string { return "pw" + m.an(10) }
	text := func(name, form string) kind {
		p := pass()
		return within(name, fmt.Sprintf(form, p), p)
	}
	basic := func(name, form string) kind {
		p := base64.StdEncoding.EncodeToString([]byte("deploy:" + pass()))
		return within(name, fmt.Sprintf(form, p), p)
	}
	return []kind{
		text("cookie", "Cookie: theme=dark; session=%s"),
		text("set-cookie", "Set-Cookie: sid=%s; Path=/; HttpOnly"),
		text("curl user", "curl -u deploy:%s https://example.org/x"),
		text("curl --user", "curl -s --user deploy:%s https://example.org/x"),
		text("curl cookie", "curl -b sid=%s https://example.org/x"),
		text("mysql -p", "mysql -h db -u root -p%s shop"),
		text("sshpass", "sshpass -p %s ssh root@10.0.0.1"),
		text("redis-cli", "redis-cli -h cache -a %s ping"),
		text("docker login", "docker login -u bot -p %s registry.example.org"),
		text("openssl", "openssl rsa -in k.pem -passin pass:%s -out o.pem"),
		text("htpasswd -b", "htpasswd -b users.db alice %s"),
		text("ldapsearch", "ldapsearch -x -D cn=admin -w %s -b dc=x"),
		text("smbclient", "smbclient -U bob%%%s //srv/share"),
		text("chpasswd", "echo root:%s | chpasswd"),
		text("sqlcmd", "sqlcmd -S db -U sa -P %s -Q 'select 1'"),
		text("keytool", "keytool -list -keystore k.jks -storepass %s"),
		text("option", "tool login --password %s --yes"),
		text("sql user", "ALTER USER app IDENTIFIED BY '%s'"),
		text("netrc", "machine api.example.org login bot password %s"),
		text("ado", "Server=db;Database=x;User Id=sa;Password=%s;Encrypt=true"),
		text("odbc", "Driver={SQL Server};Server=db;Uid=sa;Pwd=%s;"),
		text("jdbc", "jdbc:mysql://db:3306/x?user=root&password=%s&useSSL=false"),
		text("postgres url", "postgres://app:%s@db:5432/x"),
		text("mongodb url", "mongodb+srv://app:%s@cluster0.example.net/x"),
		text("redis url", "redis://:%s@cache:6379/0"),
		text("amqp url", "amqp://app:%s@mq:5672/"),
		text("git url", "https://oauth2:%s@gitlab.example.org/a/b.git"),
		text("yaml password", "db:\n  user: app\n  password: %s\n  port: 5432"),
		text("toml password", "[db]\nuser = \"app\"\npassword = \"%s\"\n"),
		text("ini password", "[db]\nuser = app\npassword = %s\n"),
		text("xml password", "<server><username>x</username><password>%s</password></server>"),
		text("nuget password", `<add key="ClearTextPassword" value="%s" />`),
		text("kubernetes env", `{"name": "DB_PASSWORD", "value": "%s"}`),
		text("password in a sentence", "the password is %s, please keep it"),
		basic("basic header", "Authorization: Basic %s"),
		basic("proxy header", "Proxy-Authorization: Basic %s"),
		basic("docker config", `{"auths": {"https://index.docker.io/v1/": {"auth": "%s"}}}`),
		basic("npmrc auth", "//registry.npmjs.org/:_auth=%s"),
		within("azure connection", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey="+m.b64(86)+"==;EndpointSuffix=core.windows.net", m.b64(0)),
		signed(m, "azure sas", "https://x.blob.core.windows.net/c/f?sv=2022-11-02&se=2026-01-01&sp=r&sig=%s", m.an(43)+"%3D"),
		signed(m, "amz signature", "https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=%s", m.hex(64)),
		signed(m, "amz token", "https://b.s3.amazonaws.com/k?X-Amz-Security-Token=%s&x=1", m.an(120)),
		signed(m, "service bus", "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=%s", m.b64(43)+"="),
		signed(m, "bearer", "Authorization: Bearer %s", m.url(40)),
		signed(m, "api key header", "X-Api-Key: %s", m.an(32)),
		signed(m, "gitlab header", "PRIVATE-TOKEN: %s", m.an(20)),
		signed(m, "vault header", "X-Vault-Token: %s", m.an(26)),
		signed(m, "query key", "https://maps.example.org/api?q=x&key=%s&z=1", m.an(32)),
		signed(m, "aws header", "Authorization: AWS4-HMAC-SHA256 Credential=x/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=%s", m.hex(64)),
		signed(m, "npmrc token", "//registry.npmjs.org/:_authToken=%s", m.uuid()),
		signed(m, "kubeconfig", "users:\n- name: x\n  user:\n    token: %s\n", m.an(60)),
	}
}

func signed(_ maker, name, form, core string) kind {
	return within(name, fmt.Sprintf(form, core), core)
}
