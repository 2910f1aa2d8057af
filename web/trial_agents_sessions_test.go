package web

import ()

const (
	codexParent = `{"timestamp":"2026-01-02T00:00:00Z","type":"session_meta","payload":{"id":"top-1","cwd":"/w","cli_version":"1"}}
{"timestamp":"2026-01-02T00:00:01Z","type":"turn_context","payload":{"model":"gpt-x"}}
{"timestamp":"2026-01-02T00:00:02Z","type":"response_item","payload":{"type":"function_call","name":"spawn_agent","arguments":"{\"message\":\"look\"}","call_id":"c1"}}
{"timestamp":"2026-01-02T00:00:03Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"{\"agent_id\":\"kid-1\",\"nickname\":\"Curie\"}"}}
`
	codexChild = `{"timestamp":"2026-01-02T00:00:03Z","type":"session_meta","payload":{"id":"kid-1","cwd":"/w","cli_version":"1","source":{"subagent":{"thread_spawn":{"parent_thread_id":"top-1","depth":1}}}}}
{"timestamp":"2026-01-02T00:00:04Z","type":"turn_context","payload":{"model":"gpt-x"}}
{"timestamp":"2026-01-02T00:00:05Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Seen."}]}}
`
	claudeParent = `{"type":"assistant","uuid":"u1","sessionId":"s-1","timestamp":"2026-01-02T00:00:01Z","message":{"id":"m1","role":"assistant","model":"claude-x","content":[{"type":"tool_use","id":"t1","name":"Task","input":{"subagent_type":"Explore","prompt":"look"}}]}}
{"type":"user","uuid":"u2","parentUuid":"u1","sessionId":"s-1","timestamp":"2026-01-02T00:00:09Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Seen."}]},"toolUseResult":{"agentId":"a1"}}
`
	claudeChild = `{"type":"user","uuid":"a1","sessionId":"s-1","agentId":"a1","isSidechain":true,"timestamp":"2026-01-02T00:00:02Z","message":{"role":"user","content":"look"}}
{"type":"assistant","uuid":"a2","parentUuid":"a1","sessionId":"s-1","agentId":"a1","isSidechain":true,"timestamp":"2026-01-02T00:00:04Z","message":{"id":"m2","role":"assistant","model":"claude-x","content":[{"type":"text","text":"Seen."}]}}
`
	openCodeParent = `{"type":"tool_use","timestamp":1767312001000,"sessionID":"ses_top","part":{"type":"tool","tool":"task","callID":"c1","messageID":"m1","state":{"status":"completed","input":{"prompt":"look"},"output":"Seen.","metadata":{"sessionId":"ses_kid"}}}}
`
	openCodeChild = `{"type":"text","timestamp":1767312001500,"sessionID":"ses_kid","part":{"type":"text","text":"Seen.","messageID":"m2"}}
`
)
