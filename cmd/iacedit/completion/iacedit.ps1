# Completion for PowerShell: iacedit completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName iacedit -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    $before = @($words | Select-Object -Skip 1)
    if ($wordToComplete -ne '' -and $before.Count -gt 0) {
        $before = @($before | Select-Object -SkipLast 1)
    }
    # An empty argument: PowerShell before 7.3 drops one that is not quoted so.
    $last = if ($wordToComplete -eq '' -and $PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { $wordToComplete.Trim('"', "'") }
    & $words[0] __complete powershell @before $last 2>$null | ForEach-Object {
        if ($_ -eq ':files') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
        } elseif ($_ -ne ':nospace' -and $_ -ne '') {
            $word, $meaning = $_ -split "`t", 2
            if (-not $meaning) { $meaning = $word }
            $written = if ($word -match '[\s''"`$\[\]{}()|&;<>*?#@,]') { "'" + ($word -replace "'", "''") + "'" } else { $word }
            [System.Management.Automation.CompletionResult]::new($written, $word, 'ParameterValue', $meaning)
        }
    }
}
