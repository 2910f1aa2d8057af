package sqlite

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"testing"
)

// released holds the digest of every migration that was ever on main. A
// database that has gone through one never does again, so that editing it would
// give new databases another schema than old ones. What is missing there comes
// with a new file, which is added here.
var released = map[string]string{
	"0001_spine.sql":        "1141fefa639465dfa84c45e55e14be3c990dea0fda7f0813b3bc32ba172ac6cb",
	"0002_trust.sql":        "c8ac82a92a10e22e6c464e3d3c8caeebc28dbf48f3a74fe6c4a0f30fdd54eed7",
	"0003_native.sql":       "ce71229f49020a5f3a8ef581dc9ad2c5c45407a71266ddcd63dfaae1b32196f0",
	"0004_identity.sql":     "25b0643effa9c88bfebe93a90d53232052e17911eb0dd58ed730c9102f029487",
	"0005_listed.sql":       "502fb034b549059dbd34f62f84cd9d2c486d7d5a1d3a6f5177fa1e13901f21c4",
	"0006_outcomes.sql":     "5d9754bbfd1e6056313676ee1871c64b930442849f307c3159bdd63421703894",
	"0007_scores.sql":       "899debf99876dd996575f3351b8169cc5e445dc5d93d508b42c3668aee7de941",
	"0008_official.sql":     "e0291048c90efa268586bcb24092f1a20f81ae76f7c14c3939f8e7dce1d2b637",
	"0009_evidence.sql":     "ada32a8a1141b246d3c21054255a0dbc1dab71bd2c4bf9cd384ab046588163c4",
	"0010_spending.sql":     "51045a8e32940386ad4e1695beb88b65783faeec433dd34b6be35ec6346ef9d7",
	"0011_takedown.sql":     "42c7fae348dc7312247a911febcd2fe8da741cdb68b881553b7d9cb2751d2374",
	"0012_changes.sql":      "e7c85c917f7dd29cc82225acaae4905addf449e76efdcaa64b460e9888de5e35",
	"0013_keys.sql":         "4c42f9e39fe542baea25ae11950a6d03a60fee0bd66c9b9249a9b14648080f52",
	"0014_worlds.sql":       "df4f226dd5347394b969f93a26d970090c91bb7b81db6a703b790015a20effae",
	"0015_looks.sql":        "96fb39125a107d13dcb60e2db30be40cbb95f02618e04842ffaa834208c9807d",
	"0016_world_had.sql":    "b957864c428a6c42d275f2eacf08457f463df2f75345d8d3b75a98616ea42b69",
	"0017_failed_calls.sql": "b7a9830c54f84befd8dba26c633d452a2a84dd0efd1ba1750e88a3d516d296d1",
	"0018_why.sql":          "b36b89c32c639874ab0241bd4b2ce74f0a104b7a20dff7a9cb51e178e8afcc7a",
	"0019_signs.sql":        "e0afaabc946e410558be2ac9a1037b16aa4b5b2061ae4c1ea052fe6749770d2f",
	"0020_look_uses.sql":    "14f9a6818981aa76349827e67163cd8797f19db32f12d8a1270101b31ad54845",
	"0021_text.sql":         "4458d9edc9a819e137f05b66ad6db44cb8d917f8a9decca1e7b8dad9a5cdf708",
	"0022_look_values.sql":  "f573f670223b76e5a21560027cebc7982f31736d0eb7d591fadea37c28f15d72",
	"0023_agents.sql":       "d02ddb6c2f7cefc230195924ba28452e4e6f0cc689259b5874bec4d6b00bf1d6",
	"0024_ledger.sql":       "1dc1650628fe4ee1552e20fac447150946ef3e3477190d37d33555dd46c89040",
	"0025_overviews.sql":    "f434ec13bf60f2a379e05eaacaac0141fb34068ca836da9d7cfc965606d03c6e",
	"0026_ledger_paths.sql": "cfa800944e392d879a8e1f09d3d788454150264a03f17b4714d213e14e7020a5",
	"0027_board_states.sql": "c3655750c5ac3f5834f819ee6fe78992ac49545c2bade39bb70bc4506ffdfaa6",
	"0028_reader.sql":       "ee306a19bdb9ed6bfb3884fee40c53a439cf4294b5676f13fe91079559090454",
}

func TestReleasedMigrationsAreFrozen(t *testing.T) {
	names, err := migrationFiles()
	if err != nil || len(names) < len(released) {
		t.Fatalf("migrations %v, %v; want at least %d", names, err, len(released))
	}
	seen := 0
	for _, name := range names {
		data := found(migrations.ReadFile(name))(t)
		want, ok := released[path.Base(name)]
		if !ok {
			continue
		}
		seen++
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s was edited: put it back and write a new migration", name)
		}
	}
	if seen != len(released) {
		t.Errorf("%d of %d released migrations are there", seen, len(released))
	}
}

// A shell reads the file name in the advice as it is.
func TestShellWord(t *testing.T) {
	for name, want := range map[string]string{
		"clawatlas.db": "clawatlas.db", "/data/a b.db": "'/data/a b.db'", "it's.db": `'it'\''s.db'`, "-x.db": "./-x.db", "$HOME.db": "'$HOME.db'", "ä.db": "'ä.db'", "": "''",
	} {
		if got := ShellWord(name); got != want {
			t.Errorf("ShellWord(%q) = %s, want %s", name, got, want)
		}
	}
}
